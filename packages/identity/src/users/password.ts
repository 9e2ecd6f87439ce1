import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { type Database, port, ValidationError } from '@colophon/core';
import { isCommonPassword } from './common-password.ts';

/** The cost of a hash (RFC 7914): 2^`log2N` rounds over blocks of `r`, `p` times. */
interface PasswordCost {
  readonly log2N: number;
  readonly r: number;
  readonly p: number;
}

/** OWASP's second scrypt setting: 32 MB and about a tenth of a second. Stored with each hash, so that it can grow. */
export const PASSWORD_COST: PasswordCost = { log2N: 15, r: 8, p: 3 };
/** For the tests of this package only: not exported from it. */
export const passwordCost = port('passwordCost', PASSWORD_COST);

const KEY_BYTES = 32;
const SALT_BYTES = 16;

export const SHORTEST_PASSWORD = 12;
const LONGEST_PASSWORD = 200;

/**
 * Hashes a password for storage: `scrypt$<log2 N>$<r>$<p>$<salt>$<key>`, the last two in base64url.
 *
 * @param context names and addresses that belong to the account (`isCommonPassword`)
 * @throws ValidationError (`password`) for one that is too short or too long, (`common_password`) for one that others try first
 */
export async function hashPassword(database: Database, password: string, context: readonly string[] = []): Promise<string> {
  checkLength(password);
  if (await isCommonPassword(password, context)) throw refused('common_password', 'is too common, or too close to a name or address here');
  const salt = randomBytes(SALT_BYTES);
  const { log2N, r, p } = database.ports.use(passwordCost);
  const key = await derive(password, salt, { log2N, r, p });
  return ['scrypt', log2N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** Whether the password matches the hash. Without a hash it takes the same time, so that timing reveals nothing. */
export async function verifyPassword(database: Database, password: string, stored: string | null | undefined): Promise<boolean> {
  const [scheme, log2N, r, p, salt, key] = (stored ?? '').split('$');
  if (scheme !== 'scrypt' || salt === undefined || key === undefined || password.length > LONGEST_PASSWORD) {
    await derive('', Buffer.alloc(SALT_BYTES), database.ports.use(passwordCost));
    return false;
  }
  const expected = Buffer.from(key, 'base64url');
  const derived = await derive(password, Buffer.from(salt, 'base64url'), { log2N: Number(log2N), r: Number(r), p: Number(p) });
  return derived.length === expected.length && timingSafeEqual(derived, expected);
}

/** @throws ValidationError */
function checkLength(password: string): void {
  const fault =
    password.length < SHORTEST_PASSWORD
      ? `must have at least ${SHORTEST_PASSWORD} characters`
      : password.length > LONGEST_PASSWORD
        ? `must have at most ${LONGEST_PASSWORD} characters`
        : undefined;
  if (fault !== undefined) throw refused('password', fault);
}

function refused(code: 'password' | 'common_password', detail: string): ValidationError {
  return ValidationError.of([{ pointer: '/password', code, detail }]);
}

function derive(password: string, salt: Buffer, { log2N, r, p }: PasswordCost): Promise<Buffer> {
  const N = 2 ** log2N;
  return new Promise((resolve, reject) => {
    // The same letters typed on two keyboards may arrive composed in two ways (NFKC, RFC 8265 §4.2).
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
