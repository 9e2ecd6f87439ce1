export function concatBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, each) => sum + each.length, 0));
  let offset = 0;
  for (const each of parts) {
    bytes.set(each, offset);
    offset += each.length;
  }
  return bytes;
}

/** Whether both are the same bytes. What is compared here is public: the time it takes tells nothing. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
