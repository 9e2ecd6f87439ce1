import { ConfigError } from '@colophon/app';
import { type InboundMailSettings, inboundMailSettings } from '@colophon/content';
import type { Database } from '@colophon/core';
import { ignoredBecause, MailReader, type MailMessage, SenderVerifier, unreadMail } from '@colophon/readers';
import type { Config } from '../config/load-config.ts';

/** What reads and verifies mails, until it is closed. */
export interface InboundReading {
  readonly settings: InboundMailSettings;
  close(): Promise<void>;
}

/**
 * Returns what reads contributions by mail; undefined if the settings name no domain. No library is loaded before the first mail.
 *
 * @throws ConfigError if the secret is invalid
 */
export function readInboundMail(
  { inbound, mail: sending }: Pick<Config, 'inbound' | 'mail'>,
  database: Database,
  verifier = new SenderVerifier(),
): InboundReading | undefined {
  if (!inbound) return undefined;
  const { domain, secret, authservId, limits } = inbound;
  const reader = new MailReader({ size: 2 });
  try {
    const settings = inboundMailSettings<MailMessage>({
      domain,
      read: (mail) => reader.read(mail),
      unread: unreadMail,
      limits,
      verify: (input) => verifier.verify(input),
      // Our own mails, from any of our addresses, must not be accepted.
      ignoredBecause: (message, envelope) =>
        ignoredBecause(message, {
          ...envelope,
          isOwnAddress: (address) => envelope.isOwnAddress(address) || address.toLowerCase() === sending?.from.address.toLowerCase(),
        }),
      relay: authservId === undefined ? undefined : { authservId, hosts: [authservId] },
      webhookSecret: secret,
      tenantOfDomain: (host) => tenantOf(database, host),
      domainOfTenant: (tenantId) => domainOf(database, tenantId),
    });
    return { settings, close: () => Promise.all([reader.close(), verifier.close()]).then(() => undefined) };
  } catch (error) {
    throw new ConfigError([`INBOUND_MAIL_SECRET: ${(error as Error).message}`]);
  }
}

/** The tenant that has a domain as a host name. */
async function tenantOf(database: Database, domain: string): Promise<string | undefined> {
  return (await tenants(database)).find(({ hostnames }) => hostnames.includes(domain))?.id;
}

async function domainOf(database: Database, tenantId: string): Promise<string | undefined> {
  return (await tenants(database)).find(({ id }) => id === tenantId)?.hostnames[0];
}

async function tenants(database: Database): Promise<{ id: string; hostnames: string[] }[]> {
  const { dialect } = database;
  const rows = await database.all(dialect.builder.selectFrom('tenants').select(['id', 'hostnames']).compile());
  return rows.map((row) => ({ id: String(row['id']), hostnames: dialect.decode('list', row['hostnames']) as string[] }));
}
