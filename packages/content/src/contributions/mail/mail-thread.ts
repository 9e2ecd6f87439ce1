import type { Database } from '@colophon/core';
import type { ContributionCollection, ContributionRecord } from '../record/contribution-record.ts';
import { ContentContributors } from '../people/content-contributor.ts';
import type { InboundMessage } from './inbound-mail-settings.ts';
import { mailKey, sha256 } from './mail-keys.ts';
import { contributionOfMessageId } from './message-ids.ts';

/** The contribution that a mail replies to. */
export interface Thread {
  /** The contribution that it is a revision of. */
  readonly revises?: ContributionRecord;
  readonly relatedTo: string;
  /** The mail is not proved to come from the contributor of the other one. */
  readonly isUnproved: boolean;
}

/**
 * Finds the contribution that a mail replies to, by the token in its recipient or by mails that we stored; subjects are ignored.
 *
 * @param answers the contribution whose token is in the recipient
 */
export async function findThread(
  contributions: ContributionCollection,
  message: InboundMessage,
  answers: string | undefined,
  sender: { readonly address: string; readonly proof: 'dmarc' | 'none'; readonly tenantId: string | null },
): Promise<Thread | undefined> {
  const { database } = contributions;
  const id = answers ?? (await findByReferences(database, message, sender.tenantId));
  const contribution = id === undefined ? undefined : await contributions.get(id);
  if (!contribution) return undefined;
  const contributor = await new ContentContributors(database).get(contribution.contributorId);
  const isSame = contributor?.erasedAt === null && contributor.email === sender.address;
  const isProved = answers !== undefined && isSame && sender.proof === 'dmarc';
  const takesRevision = ['submitted', 'quarantined', 'needs_changes'].includes(contribution.status);
  return { relatedTo: contribution.id, isUnproved: !isProved, ...(isProved && takesRevision ? { revises: contribution } : {}) };
}

/** By mails that we sent, and by mails that we received. */
async function findByReferences(database: Database, message: InboundMessage, tenantId: string | null): Promise<string | undefined> {
  const given = [...message.inReplyTo, ...message.references].slice(0, 50);
  if (given.length === 0) return undefined;
  const sent = given.flatMap((id) => contributionOfMessageId(database, id) ?? []).at(-1);
  if (sent !== undefined && (await isOfTenant(database, sent, tenantId))) return sent;
  // Rows written by older versions have the plain hash.
  const ids = given.flatMap((id) => [mailKey(database, 'id', id), sha256(id)]);
  const query = database.dialect.builder
    .selectFrom('content_inbound_mails')
    .select('contributionId')
    .where('messageIdHash', 'in', ids)
    .where('tenantId', tenantId === null ? 'is' : '=', tenantId)
    .where('contributionId', 'is not', null)
    .orderBy('receivedAt', 'desc')
    .limit(1);
  const row = await database.first(query.compile());
  return row && String(row['contributionId']);
}

async function isOfTenant(database: Database, id: string, tenantId: string | null): Promise<boolean> {
  const query = database.dialect.builder
    .selectFrom('content_contributions')
    .select('id')
    .where('id', '=', id)
    .where('tenantId', tenantId === null ? 'is' : '=', tenantId);
  return (await database.first(query.compile())) !== undefined;
}
