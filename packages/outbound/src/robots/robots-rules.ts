import type { OutboundAnswer } from '../exchange/answer.ts';
import { OutboundError } from '../errors/errors.ts';
import type { OutboundRequest } from '../exchange/request.ts';
import { boundRules } from './bound-rules.ts';

type Rules = (url: string) => boolean;

interface Kept {
  readonly rules: Promise<Rules>;
  until: number;
}

const KEPT_MS = 3_600_000;
/** A site that did not respond is asked again sooner. */
const FAILED_MS = 300_000;
const MAXIMUM_KEPT = 500;
const MAXIMUM_BYTES = 512_000;

type Parser = (url: string, text: string) => { isAllowed(url: string, userAgent: string): boolean | undefined };

/** The package is CommonJS but its types are not: its export is the function itself. */
async function loadParser(): Promise<Parser> {
  return ((await import('robots-parser')) as unknown as { default: Parser }).default;
}

/** The `robots.txt` rules of each site for us, cached for an hour. */
export class RobotsRules {
  readonly #ask: (request: OutboundRequest) => Promise<OutboundAnswer>;
  readonly #userAgent: string;
  readonly #kept = new Map<string, Kept>();

  constructor(ask: (request: OutboundRequest) => Promise<OutboundAnswer>, userAgent: string) {
    this.#ask = ask;
    this.#userAgent = userAgent;
  }

  async allows(url: URL, signal?: AbortSignal): Promise<boolean> {
    const rules = this.#rulesOf(url.origin);
    signal?.throwIfAborted();
    const ended = new Promise<never>((_, reject) =>
      signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
    );
    return (await Promise.race([rules, ended]))(url.href);
  }

  #rulesOf(origin: string): Promise<Rules> {
    const cached = this.#kept.get(origin);
    if (cached && performance.now() < cached.until) return cached.rules;
    const entry: Kept = {
      rules: this.#read(origin, () => (entry.until = performance.now() + FAILED_MS)),
      until: performance.now() + KEPT_MS,
    };
    // Refused requests are not cached: the operator may open the address in the meantime.
    entry.rules.catch(() => this.#kept.get(origin) === entry && this.#kept.delete(origin));
    this.#kept.delete(origin);
    this.#kept.set(origin, entry);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MAXIMUM_KEPT) break;
      this.#kept.delete(oldest);
    }
    return entry.rules;
  }

  async #read(origin: string, failed: () => void): Promise<Rules> {
    try {
      const request = { url: `${origin}/robots.txt`, statuses: 'any', maximumBytes: MAXIMUM_BYTES, overflow: 'cut' } as const;
      const { status, bytes } = await this.#ask(request);
      if (status >= 500 || status === 429) {
        failed();
        return () => false;
      }
      if (status < 200 || status >= 300) return () => true;
      const rules = (await loadParser())(`${origin}/robots.txt`, boundRules(Buffer.from(bytes).toString('utf8')));
      return (url) => rules.isAllowed(url, this.#userAgent) !== false;
    } catch (error) {
      if (!OutboundError.isInstance(error) || error.code === 'address_refused' || error.code === 'busy') throw error;
      failed();
      return () => false;
    }
  }
}
