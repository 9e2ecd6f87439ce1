/**
 * SHA-256 (FIPS 180-4) of a text's UTF-8, in lower-case hexadecimal.
 *
 * For short texts such as a cache key: loading `node:crypto` for one takes longer than everything else that completion does. What
 * is verified is hashed by web crypto, in the contract.
 */
export function sha256Hex(text: string): string {
  const words = paddedWords(new TextEncoder().encode(text));
  // The first 32 bits of the fractional parts of the square roots of the first 8 primes and of the cube roots of the first 64.
  const state = primes(8).map((prime) => fraction(Math.sqrt(prime)));
  const rounds = primes(64).map((prime) => fraction(Math.cbrt(prime)));
  for (let block = 0; block < words.length; block += 16) mix(state, words.subarray(block, block + 16), rounds);
  return state.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

function mix(state: number[], block: Uint32Array, rounds: readonly number[]): void {
  const schedule = new Uint32Array(64);
  schedule.set(block);
  for (let i = 16; i < 64; i += 1) {
    const early = schedule[i - 15] ?? 0;
    const late = schedule[i - 2] ?? 0;
    const s0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const s1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    schedule[i] = (schedule[i - 16] ?? 0) + s0 + (schedule[i - 7] ?? 0) + s1;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i += 1) {
    const choice = (e & f) ^ (~e & g);
    const first = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + (rounds[i] ?? 0) + (schedule[i] ?? 0)) | 0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const second = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => {
    state[index] = ((state[index] ?? 0) + word) | 0;
  });
}

/** The bytes, a one bit, zeros, and the length in bits: a whole number of blocks of sixteen big-endian words. */
function paddedWords(bytes: Uint8Array): Uint32Array {
  const padded = new DataView(new ArrayBuffer(Math.ceil((bytes.length + 9) / 64) * 64));
  bytes.forEach((byte, index) => padded.setUint8(index, byte));
  padded.setUint8(bytes.length, 0x80);
  padded.setBigUint64(padded.byteLength - 8, BigInt(bytes.length) * 8n);
  return Uint32Array.from({ length: padded.byteLength / 4 }, (_, index) => padded.getUint32(index * 4));
}

function rotate(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

function fraction(root: number): number {
  return Math.floor((root % 1) * 2 ** 32);
}

function primes(count: number): number[] {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate += 1) {
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate);
  }
  return found;
}
