/** The limits of a request. Times are in milliseconds, sizes in bytes. */
export interface OutboundLimits {
  /** Redirects followed. Default: 5. */
  readonly redirects: number;
  /** For resolving a name. Default: 5,000. */
  readonly resolveTimeout: number;
  /** For the connection, TLS included. Default: 5,000. */
  readonly connectTimeout: number;
  /** From the connection to the end of the headers. Default: 10,000. */
  readonly headersTimeout: number;
  /** Inactivity while reading the body. Default: 10,000. */
  readonly idleTimeout: number;
  /** For everything, including redirects and waiting for a free connection. Default: 30,000. */
  readonly totalTimeout: number;
  /** Of the headers of a response. Default: 16,384. */
  readonly headerBytes: number;
  /** Of a body, both as sent and decompressed. Default: 5,000,000. */
  readonly bytes: number;
  /** The same for certain types, determined from the bytes. Default: 20,000,000 for `application/pdf`. */
  readonly bytesByType: Readonly<Record<string, number>>;
  /** Concurrent connections to a host. Default: 2. */
  readonly perHost: number;
  /** Concurrent connections in total. Default: 32. */
  readonly connections: number;
  /** Requests that can wait for a connection. Default: 100. */
  readonly waiting: number;
}

export const DEFAULT_LIMITS: OutboundLimits = {
  redirects: 5,
  resolveTimeout: 5000,
  connectTimeout: 5000,
  headersTimeout: 10_000,
  idleTimeout: 10_000,
  totalTimeout: 30_000,
  headerBytes: 16_384,
  bytes: 5_000_000,
  bytesByType: { 'application/pdf': 20_000_000 },
  perHost: 2,
  connections: 32,
  waiting: 100,
};

/** @throws TypeError naming the limit that is not a whole number, or too small */
export function limitsOf(input: Partial<OutboundLimits>): OutboundLimits {
  const limits = { ...DEFAULT_LIMITS, ...input };
  for (const [name, value] of [...Object.entries(limits), ...Object.entries(limits.bytesByType)]) {
    if (name === 'bytesByType') continue;
    const least = name === 'redirects' || name === 'waiting' ? 0 : 1;
    if (!Number.isSafeInteger(value) || (value as number) < least) {
      throw new TypeError(`limits.${name} must be a whole number of at least ${least}.`);
    }
  }
  return limits;
}
