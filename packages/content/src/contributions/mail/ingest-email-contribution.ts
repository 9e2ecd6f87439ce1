import { type Database, defaultDatabase } from '@colophon/core';
import { ContentContributions } from '../content-contributions.ts';
import { ingestMail, type MailIngested, type RawMail } from './ingest-mail.ts';

/**
 * Ingests a mail that was sent to the address of a contribution type: a new contribution, a revision of the one it
 * replies to, or nothing; once, however often it is delivered. Ignored and refused mails are acknowledged, so that no bounce is sent.
 *
 * @throws ColophonError if it cannot be ingested now: 429 if a sender exceeds their limit, 5xx for internal errors. Nothing is stored then.
 * @example
 * const { outcome, contributionId } = await ingestEmailContribution({ bytes: raw, recipient: 'letters@in.harbour.example', envelopeFrom });
 */
export function ingestEmailContribution(
  mail: RawMail,
  { database = defaultDatabase() }: { database?: Database } = {},
): Promise<MailIngested> {
  return ingestMail(new ContentContributions(database), mail);
}
