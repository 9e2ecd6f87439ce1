import { type Call, ConflictError, type Database, type JsonObject, where } from '@colophon/core';
import type { ContributionCollection } from '../record/contribution-record.ts';
import type { NewContribution } from '../submission/submit.ts';
import type { InboundSender } from './inbound-mail-settings.ts';
import { ContentInboundMails, type InboundOutcome } from '../record/content-inbound-mail.ts';
import type { MailIngested, RawMail } from './raw-mail.ts';
import type { Recipient } from './recipients.ts';

/** A mail being ingested, and its record. */
export interface Ingestion {
  readonly database: Database;
  /** With the permissions of the application itself. */
  readonly contributions: ContributionCollection<NewContribution>;
  readonly mail: RawMail;
  readonly recipient: Recipient;
  readonly call: Call;
  /** The contribution whose reply address the mail was sent to. */
  readonly answers: string | undefined;
  /** Identifies the mail: content, sender, recipient and proof. */
  readonly key: string;
  readonly idHash: string | null;
  readonly auth: JsonObject;
}

/** Returns the earlier result if the same mail was ingested before; of concurrent deliveries one is ingested. */
export async function once(ingestion: Ingestion, work: () => Promise<MailIngested>): Promise<MailIngested> {
  const earlier = await findEarlier(ingestion);
  if (earlier) return earlier;
  try {
    return await work();
  } catch (error) {
    const first = error instanceof ConflictError ? await findEarlier(ingestion) : undefined;
    if (first) return first;
    throw error;
  }
}

/** Returns the earlier result of the same mail. */
export async function findEarlier({ database, recipient: { tenantId }, key }: Ingestion): Promise<MailIngested | undefined> {
  const filters = [where('messageKey', 'eq', key), where('tenantId', tenantId === null ? 'null' : 'eq', tenantId ?? true)];
  const found = await new ContentInboundMails(database).findMatching({ kind: 'all', filters });
  return found && { outcome: found.outcome as InboundOutcome, reason: found.reason, contributionId: found.contributionId };
}

/** Records the outcome of a mail. */
export async function finish(ingestion: Ingestion, ingested: MailIngested): Promise<MailIngested> {
  const { database, recipient, call, key, idHash, auth } = ingestion;
  await new ContentInboundMails(database, call).add({
    messageKey: key,
    messageIdHash: idHash,
    tenantId: recipient.tenantId,
    recipient: recipient.address,
    outcome: ingested.outcome,
    reason: ingested.reason,
    contributionId: ingested.contributionId,
    auth,
    receivedAt: call.now().toISOString(),
  });
  return ingested;
}

/** Results only: the sender's address is stored with the contributor, and a domain may be personal. */
export function authOf({ proof, reason = null, spf, dkim, dmarc, by }: InboundSender): JsonObject {
  return { proof, reason, spf, dmarc, by, dkim: dkim.slice(0, 20).map(({ result, isAligned }) => ({ result, isAligned })) };
}
