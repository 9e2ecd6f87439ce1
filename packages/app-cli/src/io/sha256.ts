// The first 32 bits of the fractional parts of the square roots of the first 8 primes and of the cube roots of the first 64. Written
// out: computing them takes longer than hashing a key.
const INITIAL = '6a09e667bb67ae853c6ef372a54ff53a510e527f9b05688c1f83d9ab5be0cd19';
const ROUNDS =
  '428a2f9871374491b5c0fbcfe9b5dba53956c25b59f111f1923f82a4ab1c5ed5d807aa9812835b01243185be550c7dc3' +
  '72be5d7480deb1fe9bdc06a7c19bf174e49b69c1efbe47860fc19dc6240ca1cc2de92c6f4a7484aa5cb0a9dc76f988da' +
  '983e5152a831c66db00327c8bf597fc7c6e00bf3d5a7914706ca63511429296727b70a852e1b21384d2c6dfc53380d13' +
  '650a7354766a0abb81c2c92e92722c85a2bfe8a1a81a664bc24b8b70c76c51a3d192e819d6990624f40e3585106aa070' +
  '19a4c1161e376c082748774c34b0bcb5391c0cb34ed8aa4a5b9cca4f682e6ff3748f82ee78a5636f84c878148cc70208' +
  '90befffaa4506cebbef9a3f7c67178f2';

/**
 * SHA-256 (FIPS 180-4) of a text's UTF-8, in lower-case hexadecimal.
 *
 * For short texts such as a cache key: loading `node:crypto` takes longer than everything else in a completion. Digests that are
 * verified are computed with Web Crypto, in the contract.
 */
export function sha256Hex(text: string): string {
  const words = paddedWords(new TextEncoder().encode(text));
  const state = wordsOf(INITIAL);
  const rounds = wordsOf(ROUNDS);
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
    // One by one: this runs before it is compiled, and taking an array apart then takes longer than all the rest.
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
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

/** Parses 32-bit words from hexadecimal text. */
function wordsOf(text: string): number[] {
  return Array.from({ length: text.length / 8 }, (_, index) => Number.parseInt(text.slice(index * 8, index * 8 + 8), 16) | 0);
}
