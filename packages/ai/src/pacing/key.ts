/**
 * A salt of this process, so that a key cannot be looked up in a table computed elsewhere. Created on first use, because it loads the
 * crypto module.
 */
let salt: Uint32Array | undefined;

/**
 * Converts a credential to the name of a shared budget, so that no credential is ever a map key. Two 53-bit mixes (public-domain cyrb53)
 * make chance collisions negligible.
 */
export function hashKey(text: string): string {
  salt ??= crypto.getRandomValues(new Uint32Array(2));
  return mix(text, salt[0] ?? 1) + mix(text, salt[1] ?? 2);
}

function mix(text: string, seed: number): string {
  let high = 0xdeadbeef ^ seed;
  let low = 0x41c6ce57 ^ seed;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 2_654_435_761);
    low = Math.imul(low ^ unit, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return (4_294_967_296 * (2_097_151 & low) + (high >>> 0)).toString(36);
}
