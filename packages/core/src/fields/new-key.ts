import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

const BYTES = 16;
/** Random bytes for many keys at once: each call for random bytes costs as much as a small insert. */
const pool = new Uint8Array(BYTES * 256);
let taken = pool.length;

function randomBytes(): Uint8Array {
  if (taken === pool.length) {
    randomFillSync(pool);
    taken = 0;
  }
  taken += BYTES;
  return pool.subarray(taken - BYTES, taken);
}

const HIGHEST = 0xffff_ffff;
let latest = 0;
let sequence = 0;

/**
 * Returns a new unique key: a UUID version 7, ordered after all that this process created before, even if the clock is set back (RFC 9562
 * §6.2, method 1).
 */
export function newKey(): string {
  const random = randomBytes();
  const now = Date.now();
  if (now > latest) {
    latest = now;
    // The lower half leaves room for incrementing.
    sequence = new DataView(random.buffer, random.byteOffset).getUint32(0) >>> 1;
  } else if (sequence < HIGHEST) {
    sequence += 1;
  } else {
    latest += 1;
    sequence = 0;
  }
  return v7({ msecs: latest, seq: sequence, random });
}
