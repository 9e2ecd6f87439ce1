import { createHmac, createSecretKey, hash, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import { fault } from './fault.ts';

const DIGEST_BYTES = 12;

/**
 * Creates and verifies paging cursors: a position in an order, bound to its query and signed, so that a cursor of another query, or a
 * forged one, is rejected instead of returning wrong rows.
 */
export class CursorSigner {
  readonly #secret: KeyObject;

  /** Without a secret the cursors are valid in this process only. */
  constructor(secret: string | Uint8Array = randomBytes(32)) {
    this.#secret = createSecretKey(createHmac('sha256', secret).update('colophon cursor').digest());
  }

  /** @param query everything that the position depends on: the object, filter, order and search */
  sign(query: string, values: readonly unknown[]): string {
    const payload = Buffer.from(JSON.stringify([hash('sha256', query, 'base64url').slice(0, 16), ...values]));
    return Buffer.concat([this.#digest(payload), payload]).toString('base64url');
  }

  /** @throws MalformedError if the cursor was not created here or belongs to another query */
  verify(query: string, cursor: string): unknown[] {
    const bytes = Buffer.from(cursor, 'base64url');
    const payload = bytes.subarray(DIGEST_BYTES);
    if (
      bytes.length <= DIGEST_BYTES ||
      bytes.toString('base64url') !== cursor ||
      !timingSafeEqual(this.#digest(payload), bytes.subarray(0, DIGEST_BYTES))
    ) {
      throw fault('/cursor', 'bad_cursor', 'is not a cursor of this service; use nextCursor of the previous page');
    }
    const [bound, ...values] = JSON.parse(payload.toString()) as [string, ...unknown[]];
    if (bound !== hash('sha256', query, 'base64url').slice(0, 16)) {
      throw fault(
        '/cursor',
        'foreign_cursor',
        'belongs to another query; keep filter, order and search unchanged, or start without a cursor',
      );
    }
    return values;
  }

  #digest(payload: Uint8Array): Buffer {
    return createHmac('sha256', this.#secret).update(payload).digest().subarray(0, DIGEST_BYTES);
  }
}
