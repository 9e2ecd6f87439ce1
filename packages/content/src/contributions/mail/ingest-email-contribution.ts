import { type Database, defaultDatabase } from '@colophon/core';
import { ContentContributions } from '../content-contributions.ts';
import { ingestMail, type MailIngested, type RawMail } from './ingest-mail.ts';

/**
 * Takes a mail in that was sent to the address of a type of contributions: a new contribution, the revision of one that it
 * answers, or nothing; once however often it comes. What is ignored or refused is told as taken, so that nobody is sent a bounce.
 *
 * @throws ColophonError when it cannot be taken now: 429 for a sender of too many, 5xx for what is ours. Nothing is left of it.
 * @example
 * const { outcome, contributionId } = await ingestEmailContribution({ bytes: raw, recipient: 'letters@in.harbour.example', envelopeFrom });
 */
export function ingestEmailContribution(
  mail: RawMail,
  { database = defaultDatabase() }: { database?: Database } = {},
): Promise<MailIngested> {
  return ingestMail(new ContentContributions(database), mail);
}
