import type { Database } from '@colophon/core';
import type { MailContext } from '@colophon/mail';

/** Where mails lead to, and what a site calls itself in them. */
export interface Places {
  /** A page of the desk. */
  desk(path: string): string;
  /** A page that readers and contributors of a tenant reach; undefined where the tenant has no host name. */
  site(tenantId: string | null, path: string, context: MailContext): Promise<string | undefined>;
  /** What a tenant is called. */
  nameOf(tenantId: string | null, context: MailContext): Promise<string>;
}

/** @param name what a Newsroom without tenants is called */
export function placesAt(baseUrl: string, name: string): Places {
  const { protocol, port } = new URL(baseUrl);
  return {
    desk: (path) => `${baseUrl}/desk${path}`,
    async site(tenantId, path, { database }) {
      if (tenantId === null) return `${baseUrl}${path}`;
      // Whose contributions a link leads to is told by the host name.
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
