/** The standard base64 of RFC 4648 §4, with padding. */
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  // In slices: a call takes a limited number of arguments.
  for (let offset = 0; offset < bytes.length; offset += 4096) text += String.fromCharCode(...bytes.subarray(offset, offset + 4096));
  return btoa(text);
}

/**
 * Decodes standard base64 in its one canonical form: no white space, padding present, unused bits zero. Undefined otherwise, because two
 * texts for the same bytes let a file be changed without a trace.
 */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined;
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  return toBase64(bytes) === text ? bytes : undefined;
}
