import { type Call, ConflictError, type Database, type JsonObject, where } from '@colophon/core';
import type { ContentContributions } from '../content-contributions.ts';
import type { InboundSender } from './configure-inbound-mail.ts';
import { ContentInboundMails, type InboundOutcome } from './content-inbound-mail.ts';
import type { MailIngested, RawMail } from './raw-mail.ts';
import type { Recipient } from './recipients.ts';

/** A mail on its way in, and what is written down of it. */
export interface Ingestion {
  readonly database: Database;
  /** As the application itself sees them. */
  readonly contributions: ContentContributions;
  readonly mail: RawMail;
  readonly recipient: Recipient;
  readonly call: Call;
  /** The contribution whose reply address it was sent to. */
  readonly answers: string | undefined;
  /** By what it is known again: what was sent, by whom, where to, and what proves it. */
  readonly key: string;
  readonly idHash: string | null;
  readonly auth: JsonObject;
}

/** What was made of the same mail before is the answer; of several at once one is taken. */
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

/** What was made of the same mail before. */
export async function findEarlier({ database, recipient: { tenantId }, key }: Ingestion): Promise<MailIngested | undefined> {
  const filters = [where('messageKey', 'eq', key), where('tenantId', tenantId === null ? 'null' : 'eq', tenantId ?? true)];
  const found = await new ContentInboundMails(database).findMatching({ kind: 'all', filters });
  return found && { outcome: found.outcome as InboundOutcome, reason: found.reason, contributionId: found.contributionId };
}

/** Writes down what became of a mail. */
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

/** Results alone: the address of the sender stands with the contributor, and a domain may be a person's own. */
export function authOf({ proof, reason = null, spf, dkim, dmarc, by }: InboundSender): JsonObject {
  return { proof, reason, spf, dmarc, by, dkim: dkim.slice(0, 20).map(({ result, isAligned }) => ({ result, isAligned })) };
}
