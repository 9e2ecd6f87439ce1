/** One user action: all requests with it together take effect once, however often they are sent. */
export interface Intent {
  /** The value of `Idempotency-Key`. It can be stored and used again after a reload. */
  readonly key: string;
}

/**
 * Creates the key of an intent. Create it when the user decides, not when a request is sent: resending after a lost response is the same
 * intent, pressing the button again is another one.
 *
 * @example
 * const intent = newIntent();
 * await client.post('/articles', { body, intent });
 */
export function newIntent(randomId: () => string = () => globalThis.crypto.randomUUID()): Intent {
  return { key: randomId() };
}
