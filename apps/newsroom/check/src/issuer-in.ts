import { isPlainObject } from '@colophon/contract';

/** The site that an account names as its signer, before anything is verified; undefined if it names none. */
export function issuerIn(account: unknown): string | undefined {
  const jws: unknown = isPlainObject(account) ? account['credential'] : account;
  const [, payload] = /^[\w-]+\.([\w-]+)\.[\w-]+$/.exec(typeof jws === 'string' ? jws.trim() : '') ?? [];
  if (payload === undefined) return undefined;
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
    const { issuer } = Object(JSON.parse(new TextDecoder().decode(bytes))) as { readonly issuer?: unknown };
    const url = typeof issuer === 'string' ? URL.parse(issuer) : null;
    return url && /^https?:$/.test(url.protocol) ? url.origin : undefined;
  } catch {
    return undefined;
  }
}
