import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

const BYTES = 16;
/** Random bytes for many keys at once: each request for some costs as much as a small insert. */
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
 * Makes a key that no record has: a UUID version 7, later in order than all that this process made before, although a clock
 * is set back (RFC 9562 §6.2, method 1).
 */
export function newKey(): string {
  const random = randomBytes();
  const now = Date.now();
  if (now > latest) {
    latest = now;
    // The lower half leaves room to count on in.
    sequence = new DataView(random.buffer, random.byteOffset).getUint32(0) >>> 1;
  } else if (sequence < HIGHEST) {
    sequence += 1;
  } else {
    latest += 1;
    sequence = 0;
  }
  return v7({ msecs: latest, seq: sequence, random });
}
