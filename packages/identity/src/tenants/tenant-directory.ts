import type { Database } from '@colophon/core';
import { TENANT_SLUG } from './tenant-slug.ts';

/** How long the directory is cached, in milliseconds. */
const DIRECTORY_LIFETIME_MS = 2_000;

const LONGEST_HOSTNAME = 253;

interface Snapshot {
  readonly bySlug: ReadonlyMap<string, string>;
  readonly byHostname: ReadonlyMap<string, string>;
  readonly firstHostnames: ReadonlyMap<string, string>;
  readonly until: number;
}

/**
 * Resolves a slug or host name to a tenant, for anonymous readers.
 *
 * It reads the short table of tenants at most every two seconds, however many invented names are requested.
 */
export class TenantDirectory {
  readonly #database: Database;
  #snapshot: Promise<Snapshot> | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * The id of the tenant with this slug; without a slug, of the tenant with this host name. Null if there is none: for an unknown slug the
   * host name is ignored.
   */
  async resolve({ slug, host }: { slug?: string | undefined; host?: string | undefined }): Promise<string | null> {
    if (slug !== undefined) return TENANT_SLUG.test(slug) ? ((await this.#current()).bySlug.get(slug) ?? null) : null;
    const hostname = host
      ?.toLowerCase()
      .replace(/:\d{1,5}$/, '')
      .replace(/\.$/, '');
    if (hostname === undefined || hostname === '' || hostname.length > LONGEST_HOSTNAME) return null;
    return (await this.#current()).byHostname.get(hostname) ?? null;
  }

  /** The host name of a tenant's site: its first one; null for a tenant without any. */
  async hostnameOf(tenantId: string): Promise<string | null> {
    return (await this.#current()).firstHostnames.get(tenantId) ?? null;
  }

  forget(): void {
    this.#snapshot = undefined;
  }

  async #current(): Promise<Snapshot> {
    const cached = this.#snapshot;
    if (cached && (await cached).until > performance.now()) return cached;
    // Concurrent callers share one read; a failed one is not cached.
    if (this.#snapshot === cached) {
      const reading = this.#read();
      this.#snapshot = reading;
      reading.catch(() => {
        if (this.#snapshot === reading) this.#snapshot = undefined;
      });
    }
    return this.#snapshot ?? this.#read();
  }

  async #read(): Promise<Snapshot> {
    const until = performance.now() + DIRECTORY_LIFETIME_MS;
    const { dialect } = this.#database;
    const rows = await this.#database.all(dialect.builder.selectFrom('tenants').select(['id', 'slug', 'hostnames']).compile());
    const bySlug = new Map<string, string>();
    const byHostname = new Map<string, string>();
    const firstHostnames = new Map<string, string>();
    for (const row of rows) {
      const id = String(row['id']);
      const hostnames = dialect.decode('list', row['hostnames']) as string[];
      bySlug.set(String(row['slug']), id);
      for (const hostname of hostnames) byHostname.set(hostname, id);
      if (hostnames[0] !== undefined) firstHostnames.set(id, hostnames[0]);
    }
    return { bySlug, byHostname, firstHostnames, until };
  }
}

const directories = new WeakMap<Database, TenantDirectory>();

/** The only directory of a database in this process, so that a change made here is visible here immediately. */
export function directoryOf(database: Database): TenantDirectory {
  const existing = directories.get(database);
  if (existing) return existing;
  const created = new TenantDirectory(database);
  directories.set(database, created);
  return created;
}

/** The host name of a tenant's site: its first one; null for a tenant without any. */
export function hostnameOfTenant(database: Database, tenantId: string): Promise<string | null> {
  return directoryOf(database).hostnameOf(tenantId);
}
