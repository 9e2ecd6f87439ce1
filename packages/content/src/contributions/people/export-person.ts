import { z } from 'zod';
import { readRecordEvents } from '../../events/read-events.ts';
import { ContentContributionRevisions } from '../record/content-contribution-revision.ts';
import { ContentInboundMails } from '../record/content-inbound-mail.ts';
import { ContentContributionAttachments } from '../files/content-contribution-attachment.ts';
import { type Database, readAll, type StoredObject } from '@colophon/core';

const record = z.looseObject({ id: z.string() });

export const ExportAnswer = z.object({
  contributor: record,
  contributions: z.array(z.looseObject({ id: z.string(), revisions: z.array(record), attachments: z.array(record) })),
  mails: z.array(z.looseObject({ id: z.string(), outcome: z.string() })),
  events: z.array(z.looseObject({ kind: z.string(), at: z.string() })),
});
/** All data stored about a person. */
export type PersonalData = z.infer<typeof ExportAnswer>;

/** Returns all data stored about a person, as stored, except for keys of files. */
export async function exportContributor(contributor: StoredObject & { readonly id: string }): Promise<PersonalData> {
  const { database, id } = contributor;
  const contributions: PersonalData['contributions'] = [];
  for (const each of await contributionsOf(database, id)) {
    const where = { contributionId: each.id };
    const revisions = await readAll(new ContentContributionRevisions(database), where);
    const attachments = await readAll(new ContentContributionAttachments(database), where);
    contributions.push({
      ...each,
      revisions: revisions.map((revision) => revision.toJSON() as { id: string }),
      attachments: attachments.map((attachment) => attachment.toJSON() as { id: string }),
    });
  }
  const events = await readRecordEvents(
    database,
    'content_contributions',
    contributions.map((each) => each.id),
  );
  const mails: PersonalData['mails'] = [];
  for (const { id: contributionId } of contributions)
    for (const mail of await readAll(new ContentInboundMails(database), { contributionId }))
      mails.push(mail.toJSON() as { id: string; outcome: string });
  return {
    contributor: contributor.toJSON() as { id: string },
    contributions,
    mails,
    events: events.map((each) => ({ ...each })),
  };
}

const COLUMNS = [
  'id',
  'contributionTypeKey',
  'status',
  'intakeDecision',
  'channel',
  'title',
  'description',
  'body',
  'bodyFormat',
  'language',
  'senderProof',
  'editorNotes',
  'requestedChanges',
  'promotedContentId',
  'revisionCount',
  'receivedAt',
  'approvedAt',
  'promotedAt',
  'rejectedAt',
  'withdrawnAt',
  'requestedChangesAt',
  'erasedAt',
  'decidedBy',
  'userId',
  'language',
  'intakeReasons',
  'metadata',
] as const;

const AS_JSON = ['intakeReasons', 'metadata'] as const;

async function contributionsOf(database: Database, contributorId: string): Promise<{ id: string; [name: string]: unknown }[]> {
  const query = database.dialect.builder
    .selectFrom('content_contributions')
    .select([...COLUMNS])
    .where('contributorId', '=', contributorId)
    .orderBy('created_at');
  return (await database.all(query.compile())).map((row) => ({
    ...row,
    ...Object.fromEntries(AS_JSON.map((name) => [name, database.dialect.decode('json', row[name])])),
    id: String(row['id']),
  }));
}
