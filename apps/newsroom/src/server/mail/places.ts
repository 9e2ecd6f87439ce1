import type { Database } from '@colophon/core';
import type { MailContext } from '@colophon/mail';

/** The link targets and site names in mails. */
export interface Places {
  /** The page of one's own account. */
  account(): string;
  /** A page of the desk. */
  desk(path: string): string;
  /** A page for readers and contributors of a tenant; undefined if the tenant has no host name. */
  site(tenantId: string | null, path: string, context: MailContext): Promise<string | undefined>;
  /** The display name of a tenant. */
  nameOf(tenantId: string | null, context: MailContext): Promise<string>;
}

/** @param name the name of a Newsroom without tenants */
export function placesAt(baseUrl: string, name: string): Places {
  const { protocol, port } = new URL(baseUrl);
  return {
    account: () => `${baseUrl}/account`,
    desk: (path) => `${baseUrl}/desk${path}`,
    async site(tenantId, path, { database }) {
      if (tenantId === null) return `${baseUrl}${path}`;
      // The host name determines the tenant of a link to a contribution.
      const host = (await tenantOf(database, tenantId))?.hostnames[0];
      return host === undefined ? undefined : `${protocol}//${host}${port === '' ? '' : `:${port}`}${path}`;
    },
    async nameOf(tenantId, { database }) {
      return tenantId === null ? name : ((await tenantOf(database, tenantId))?.name ?? name);
    },
  };
}

async function tenantOf(database: Database, id: string): Promise<{ name: string; hostnames: readonly string[] } | undefined> {
  const { dialect } = database;
  const row = await database.first(dialect.builder.selectFrom('tenants').select(['name', 'hostnames']).where('id', '=', id).compile());
  return row && { name: String(row['name']), hostnames: dialect.decode('list', row['hostnames']) as string[] };
}
