/** Returns bytes with a buffer of their exact size: a view of a larger buffer would transfer all of it to the other thread. */
export function exactBytes(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
}
