import { timingSafeEqual } from 'node:crypto';
import type { Database } from '@colophon/core';
import type { ContributionFields } from '../record/contribution-record.ts';
import { hasContributionSecret, sign } from '../record/keys.ts';
import { effectiveTypes } from '../types/load-types.ts';
import type { ContributionTypeDefinition } from '../types/type-definition.ts';
import { inboundMail } from './inbound-mail-settings.ts';

/** Length of a token in characters: 132 bits. */
const TOKEN = 22;

/** The recipient of a mail. */
export interface Recipient {
  readonly tenantId: string | null;
  readonly type: ContributionTypeDefinition;
  /** Without the part after a plus sign. */
  readonly address: string;
  /** The part after the plus sign. */
  readonly token: string | null;
}

/** Returns the contribution type of an address, or undefined if it has none. */
export async function findRecipient(database: Database, address: string): Promise<Recipient | undefined> {
  const [, local = '', token = null, domain = ''] = /^([^@+]+)(?:\+([^@]*))?@([^@]+)$/.exec(address.trim()) ?? [];
  const tenantId = await tenantOf(database, domain.toLowerCase());
  if (local === '' || tenantId === undefined) return undefined;
  const inbox = local.toLowerCase();
  const types = await effectiveTypes(database, tenantId);
  const type = types.find(({ inboundAddress }) => inboundAddress === inbox);
  return type && { tenantId, type, address: `${inbox}@${domain.toLowerCase()}`, token };
}

async function tenantOf(database: Database, domain: string): Promise<string | null | undefined> {
  const settings = database.ports.use(inboundMail);
  if (!settings) return undefined;
  if (domain === settings.domain.toLowerCase()) return null;
  return settings.tenantOfDomain?.(domain);
}

/** Whether mail to an address is received here: a listener asks before it accepts a mail. */
export async function isInboundRecipient(database: Database, address: string): Promise<boolean> {
  return (await findRecipient(database, address)) !== undefined;
}

/**
 * Returns the address at which a contributor's reply to a contribution is received, as a revision. Use it as `Reply-To` in mail
 * to the contributor. Undefined if no mail is received for its type.
 */
export async function contributionReplyAddress({
  database,
  id,
  tenantId,
  contributionTypeKey,
}: Pick<ContributionFields, 'database' | 'id' | 'tenantId' | 'contributionTypeKey'>): Promise<string | undefined> {
  const settings = database.ports.use(inboundMail);
  if (!settings || !hasContributionSecret(database)) return undefined;
  const domain = tenantId === null ? settings.domain : await settings.domainOfTenant?.(tenantId);
  if (domain === undefined) return undefined;
  const type = (await effectiveTypes(database, tenantId)).find(({ key }) => key === contributionTypeKey);
  if (!type?.inboundAddress) return undefined;
  const token = tokenOf(database, id);
  const { builder } = database.dialect;
  await database.run(
    builder.updateTable('content_contributions').set({ threadKey: token }).where('id', '=', id).where('threadKey', 'is', null).compile(),
  );
  return `${type.inboundAddress}+${token}@${domain}`;
}

/** Returns the contribution of a token, within a tenant. */
export async function findByToken(database: Database, token: string, tenantId: string | null): Promise<string | undefined> {
  if (!/^[\w-]{22}$/.test(token)) return undefined;
  const query = database.dialect.builder
    .selectFrom('content_contributions')
    .select('id')
    .where('threadKey', '=', token)
    .where('tenantId', tenantId === null ? 'is' : '=', tenantId);
  const row = await database.first(query.compile());
  const id = row && String(row['id']);
  // The column finds it; the signature proves that it is ours.
  return id !== undefined && timingSafeEqual(Buffer.from(tokenOf(database, id)), Buffer.from(token)) ? id : undefined;
}

function tokenOf(database: Database, id: string): string {
  return sign(database, 'contribution thread', id).slice(0, TOKEN);
}
