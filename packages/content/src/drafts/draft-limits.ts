import { ColophonError } from '@colophon/core';

/** Requests in a second, and bytes in a minute, of one client in this process. */
const MOST_REQUESTS = 20;
const MOST_BYTES = 4_000_000;
const MOST_KNOWN = 10_000;

interface Spent {
  second: number;
  requests: number;
  minute: number;
  bytes: number;
}

/** What the clients of drafts have sent of late. */
export class DraftLimits {
  readonly #spent = new Map<string, Spent>();
  readonly #most: { readonly requests: number; readonly bytes: number };

  constructor(most = { requests: MOST_REQUESTS, bytes: MOST_BYTES }) {
    this.#most = most;
  }

  /** Counts a request. @throws ColophonError 429 `too_many_requests` with `Retry-After` */
  count(who: string, bytes: number, now: number): void {
    const second = Math.floor(now / 1000);
    const minute = Math.floor(now / 60_000);
    const spent = this.#spent.get(who) ?? { second, requests: 0, minute, bytes: 0 };
    if (spent.second !== second) Object.assign(spent, { second, requests: 0 });
    if (spent.minute !== minute) Object.assign(spent, { minute, bytes: 0 });
    if (spent.requests >= this.#most.requests) throw tooMany(1);
    if (spent.bytes + bytes > this.#most.bytes && spent.bytes > 0) throw tooMany(60 - (second % 60));
    spent.requests += 1;
    spent.bytes += bytes;
    this.#spent.delete(who);
    this.#spent.set(who, spent);
    const [oldest] = this.#spent.keys();
    if (this.#spent.size > MOST_KNOWN && oldest !== undefined) this.#spent.delete(oldest);
  }
}

function tooMany(seconds: number): ColophonError {
  return new ColophonError(429, 'too_many_requests', 'This editor sends more than a draft takes.', {
    headers: { 'Retry-After': String(seconds) },
    retryable: true,
  });
}
