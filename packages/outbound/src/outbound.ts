import type { OutboundAnswer, OutboundStream } from './exchange/answer.ts';
import { parseAllowedHosts } from './addresses/allowed-hosts.ts';
import { parseNetworks } from './addresses/judge-address.ts';
import { type AddressRules, judgeUrl, type Target } from './addresses/judge-url.ts';
import { collect } from './answers/collect.ts';
import { openStream } from './answers/open-stream.ts';
import { Clock } from './connections/clock.ts';
import { type HopAnswer, type HopOptions, sendHop } from './connections/hop.ts';
import type { HostResolver } from './connections/resolver.ts';
import { Slots } from './connections/slots.ts';
import { addressRefused, fetchFailed } from './errors/errors.ts';
import { limitsOf, type OutboundLimits } from './exchange/limits.ts';
import { headersOf, type OutboundRequest, redirectsOf } from './exchange/request.ts';
import { RobotsRules } from './robots/robots-rules.ts';

export interface OutboundOptions {
  /** Hosts with private addresses that are allowed, as `host` or `host:port`; an entry with a port opens that port too. */
  readonly allowHosts?: readonly string[];
  /** Allowed ports. Default: 80 and 443. */
  readonly ports?: readonly number[];
  /** Additional networks to refuse, such as the operator's own public ones: `203.0.112.0/22`. */
  readonly refusedNetworks?: readonly string[];
  /**
   * `http://host:port` of a proxy. It resolves the names, so only it can refuse names with internal addresses; addresses and names
   * are still checked here. The variables `HTTP_PROXY` and so on are not read.
   */
  readonly proxy?: string;
  /** Resolves the addresses of a host. Default: the name servers of the machine. */
  readonly resolver?: HostResolver;
  /** Certificates in PEM that are trusted instead of the default ones. */
  readonly ca?: string | readonly string[];
  /** Identifies the client and a contact: `Colophon/1.0 (+https://news.example)`. Robots rules are matched by its first word. */
  readonly userAgent: string;
  readonly limits?: Partial<OutboundLimits>;
}

/**
 * Makes requests to addresses from outside.
 *
 * Every hop is checked before a packet is sent: scheme, port, name, and every address that the name resolves to; the connection
 * uses the checked address. Cookies and credentials in a URL are never sent. The response is limited in size, as
 * sent and decompressed, and in time.
 *
 * @throws TypeError naming the invalid option
 *
 * @example
 * const outbound = createOutbound({ userAgent: 'Colophon/1.0 (+https://news.example)' });
 * const { bytes, mimeType } = await outbound.request({ url, accept: ['text/html', 'application/pdf'] });
 */
export function createOutbound(options: OutboundOptions): Outbound {
  return new Outbound(options);
}

/** See `createOutbound`. One instance serves a whole process; it keeps no connections between requests. */
export class Outbound {
  readonly #hops: HopOptions;
  readonly #userAgent: string;
  readonly #robots: RobotsRules;

  constructor(options: OutboundOptions) {
    const limits = limitsOf(options.limits ?? {});
    this.#userAgent = options.userAgent;
    headersOf({ url: '' }, options.userAgent, true);
    this.#hops = {
      limits,
      rules: rulesOf(options),
      resolver: options.resolver,
      proxy: proxyOf(options.proxy),
      ca: options.ca,
      slots: new Slots(limits.perHost, limits.connections, limits.waiting),
    };
    this.#robots = new RobotsRules((request) => this.request(request), options.userAgent);
  }

  /**
   * Sends a request and reads the whole response.
   *
   * @throws OutboundError whose `code` describes the failure
   * @throws TypeError for a header that cannot be sent
   */
  async request(request: OutboundRequest): Promise<OutboundAnswer> {
    let limit = Infinity;
    const stream = await this.#open(request, () => limit);
    return collect(stream, request, this.#hops.limits, (mimeType) => (limit = mimeType));
  }

  /**
   * Sends a request and returns the body as a stream. `accept` is only sent to the server, since the type of the bytes is
   * not known.
   *
   * @throws OutboundError whose `code` describes the failure
   * @throws TypeError for a header that cannot be sent
   *
   * @example
   * await using answer = await outbound.open({ url });
   * for await (const chunk of answer.body) hash.update(chunk);
   */
  open(request: OutboundRequest): Promise<OutboundStream> {
    const limit = Math.min(request.maximumBytes ?? Infinity, this.#hops.limits.bytes);
    return this.#open(request, () => limit);
  }

  /**
   * Checks an address as far as possible without a request, for example for immediate feedback in a form.
   *
   * @throws OutboundError `address_refused`
   */
  requireAddress(url: string | URL): void {
    judgeUrl(url, this.#hops.rules);
  }

  /**
   * Whether `robots.txt` of the site allows us to read this URL (RFC 9309). The rules are cached for an hour; a site that does not
   * respond, or responds with 5xx, counts as a refusal.
   *
   * @throws OutboundError `address_refused` if the address itself is refused
   */
  async robotsAllows(url: string | URL, signal?: AbortSignal): Promise<boolean> {
    return this.#robots.allows(judgeUrl(url, this.#hops.rules).url, signal);
  }

  async #open(request: OutboundRequest, limit: () => number): Promise<OutboundStream> {
    const { limits } = this.#hops;
    const first = judgeUrl(request.url, this.#hops.rules);
    headersOf(request, this.#userAgent, true);
    const clock = new Clock(Math.min(request.timeout ?? limits.totalTimeout, limits.totalTimeout), request.signal);
    try {
      const { answer, target, redirects } = await this.#follow(first, request, clock);
      return openStream(answer, { request, url: target.url.href, redirects, limits, limit, clock });
    } catch (error) {
      clock.stop();
      throw error;
    }
  }

  async #follow(
    first: Target,
    request: OutboundRequest,
    clock: Clock,
  ): Promise<{ answer: HopAnswer; target: Target; redirects: string[] }> {
    const allowed = redirectsOf(request, this.#hops.limits.redirects);
    const redirects: string[] = [];
    for (let target = first; ;) {
      const isFirst = target.url.origin === first.url.origin;
      const { method = 'GET', body } = request;
      const headers = headersOf(request, this.#userAgent, isFirst);
      const answer = await sendHop(target, { method, headers, body }, clock, this.#hops);
      const location = redirectOf(answer);
      if (location === undefined || (allowed === 0 && request.statuses === 'any')) return { answer, target, redirects };
      await answer.close();
      redirects.push(target.url.href);
      target = this.#next(target, location);
      if (redirects.length > allowed) throw fetchFailed('redirect', `The URL redirects more than ${allowed} times.`);
      if (redirects.includes(target.url.href)) throw fetchFailed('redirect', 'The URL redirects to itself.');
    }
  }

  #next(from: Target, location: string): Target {
    const target = judgeUrl(location, this.#hops.rules, from.url);
    if (from.url.protocol === 'https:' && target.url.protocol === 'http:') {
      throw addressRefused('scheme', 'The URL redirects from https to http.');
    }
    return target;
  }
}

function redirectOf({ status, headers }: HopAnswer): string | undefined {
  return [301, 302, 303, 307, 308].includes(status) ? headers['location'] : undefined;
}

function rulesOf({ allowHosts = [], ports = [80, 443], refusedNetworks = [] }: OutboundOptions): AddressRules {
  for (const port of ports) {
    if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new TypeError(`ports: ${port} is not a port.`);
  }
  return { allowed: parseAllowedHosts(allowHosts), ports: new Set(ports), refusedNetworks: parseNetworks(refusedNetworks) };
}

function proxyOf(proxy: string | undefined): string | undefined {
  if (proxy === undefined) return undefined;
  const url = URL.parse(proxy);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new TypeError('proxy must be an address such as http://proxy.example:3128.');
  return url.href;
}
