import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database } from '@colophon/core';
import { ContentGovernanceProfiles } from '@colophon/content';
import type { Config } from '../config/load-config.ts';
import { DEMO_MARK } from '../seed/rules.ts';

/** How long the address is valid, in milliseconds: an hour. */
const LIFETIME_MS = 3_600_000;
const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '::1', '[::1]']);
const LOOPBACK_ADDRESS = /^(?:::ffff:)?127(?:\.\d{1,3}){3}$|^::1$/;
/** Headers that any proxy adds: such a request comes from another machine. */
const PROXY_HEADERS = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'];

/** The configuration that decides whether demo access is available. */
export type DemoConditions = Pick<Config, 'host' | 'baseUrl' | 'trustProxy' | 'seed' | 'databaseUrl'>;

/** Whether only this machine can reach the server, and it contains nothing but a demonstration. */
export function isDemoServer({ host, baseUrl, trustProxy, seed, databaseUrl }: DemoConditions): boolean {
  const isLocal = LOOPBACK_HOSTS.has(host) && URL.canParse(baseUrl) && LOOPBACK_HOSTS.has(new URL(baseUrl).hostname);
  return isLocal && !trustProxy && seed === 'demo' && databaseUrl.startsWith('sqlite:');
}

/** Whether a request comes from this machine itself, and is addressed to it by its own name. */
export function isFromHere(request: Request, address: string | null): boolean {
  if (address === null || !LOOPBACK_ADDRESS.test(address)) return false;
  if (PROXY_HEADERS.some((name) => request.headers.has(name))) return false;
  const host = request.headers.get('host') ?? '';
  return URL.canParse(`http://${host}/`) && LOOPBACK_HOSTS.has(new URL(`http://${host}/`).hostname);
}

/**
 * Access to a demonstration without a password: an address with a secret that is generated at each start, is only printed to the terminal,
 * and is stored only as a hash.
 */
export class DemoAccess {
  readonly #hash: Buffer;
  readonly #until: number;

  private constructor(secret: string, now: number) {
    this.#hash = hashOf(secret);
    this.#until = now + LIFETIME_MS;
  }

  /** Enables it if all conditions hold; undefined otherwise. */
  static async open(
    config: DemoConditions,
    database: Database,
    now = Date.now(),
  ): Promise<{ readonly access: DemoAccess; readonly url: string } | undefined> {
    if (!isDemoServer(config) || !(await wasSeededHere(database))) return undefined;
    const secret = randomBytes(24).toString('base64url');
    return { access: new DemoAccess(secret, now), url: `${config.baseUrl}/demo/${secret}` };
  }

  /** Whether this is the secret, and still valid. */
  admits(secret: string, now = Date.now()): boolean {
    return now < this.#until && timingSafeEqual(hashOf(secret), this.#hash);
  }
}

/** Whether the database contains the demonstration created by this program. */
async function wasSeededHere(database: Database): Promise<boolean> {
  const [profile] = await new ContentGovernanceProfiles(database).list({ where: { key: 'courier', tenantId: null }, limit: 1 });
  return (profile?.metadata as Readonly<Record<string, unknown>> | undefined)?.['demo'] === DEMO_MARK;
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
