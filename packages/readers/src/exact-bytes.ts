/** These bytes alone: a view of a larger buffer would take all of it along to another thread. */
export function exactBytes(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
}
