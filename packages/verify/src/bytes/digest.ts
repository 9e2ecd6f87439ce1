/** The hash algorithms that are accepted, by their names in Web Crypto. */
export type HashName = 'SHA-256' | 'SHA-384' | 'SHA-512';

export async function digest(name: HashName | 'SHA-1', bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest(name, bytes as BufferSource));
}
