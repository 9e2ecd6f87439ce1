/** One press of a button: every request that carries it does its work once, however often it is sent. */
export interface Intent {
  /** What `Idempotency-Key` carries. It may be kept and used again after a reload. */
  readonly key: string;
}

/**
 * Makes the key of one intent. Make it when a person decides, not when a request is sent: resending after a lost answer is the same
 * intent, pressing again is another.
 *
 * @example
 * const intent = newIntent();
 * await client.post('/articles', { body, intent });
 */
export function newIntent(randomId: () => string = () => globalThis.crypto.randomUUID()): Intent {
  return { key: randomId() };
}
