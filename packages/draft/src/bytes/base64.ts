import { DraftError } from '../errors/draft-error.ts';

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
/** Arguments of one call: more would exhaust the stack. */
const CHUNK = 8192;

/** Writes bytes as base64. */
export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += CHUNK) binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(binary);
}

/** Reads base64. @throws DraftError `invalid_message` for anything else, also for white space in it */
export function fromBase64(text: string): Uint8Array {
  if (!BASE64.test(text)) throw new DraftError('invalid_message', 'This is not base64.');
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  // A state has hundreds of kilobytes: `Uint8Array.from` with a function takes many times as long.
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}
