import { type Database, defaultDatabase } from '@colophon/core';
import { ContentContributions } from './content-contributions.ts';
import { ingestMail, type MailIngested, type RawMail } from './mail/ingest-mail.ts';

/**
 * Ingests a mail that was sent to the address of a contribution type: a new contribution, a revision of the one it
 * replies to, or nothing; once, however often it is delivered. Ignored mails, which programs sent, are to be acknowledged; of a
 * refused one nothing is kept, so its sender has to be told. With `mayRefuse` a mail that cannot be read is refused; otherwise it
 * becomes a quarantined contribution with the mail as its file.
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
