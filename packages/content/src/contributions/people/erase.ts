import { type Call, type Database, forgetAnswers, type ObjectDefinition, writeAudit } from '@colophon/core';
import { recordEvent } from '../../events/record-event.ts';
import { z } from 'zod';
import { releaseFile } from '../../assets/release-file.ts';
import { lockContribution } from '../lock-contribution.ts';
import { lockFilesOf } from '../files/release-files.ts';
import { findBylines, type Promoted, removeBylines } from './bylines.ts';
import type { ContentContributor } from './content-contributor.ts';
import { ContributionStops } from './stop-list.ts';

export const ErasureInput = z.strictObject({
  reason: z.string().max(2000).nullish().describe('Why; it is kept, so name nobody.'),
  removeByline: z.boolean().default(false).describe('Takes their name from what was made of their contributions too.').optional(),
});
export type ErasureInput = z.infer<typeof ErasureInput>;

export const ErasureAnswer = z.object({
  contributorId: z.string(),
  erasedAt: z.string(),
  contributions: z.int().describe('How many were emptied.'),
  files: z.int().describe('How many files they held.'),
  bylinesRemoved: z.array(z.string()).describe('The pieces that lost the name.'),
  versionsThatNameThem: z.array(z.object({ contentId: z.string(), version: z.int() })).describe('Versions, which are never rewritten.'),
  othersOfThatName: z
    .array(z.string())
    .describe('Other pieces, removed ones too, with an author of the same name, who may be somebody else.'),
});
/** What an erasure did. */
export type ErasureReport = z.infer<typeof ErasureAnswer>;

/**
 * Erases what is known of a person: address, name, account and links, the texts and files of all that they sent. What was
 * promoted stays as the piece that it became; of everything else the row stays, with its dates and decisions. One transaction.
 */
export async function eraseContributor(contributor: ContentContributor, input: ErasureInput, call: Call): Promise<ErasureReport> {
  const { database, id, tenantId } = contributor;
  return database.transaction(async () => {
    const fresh = (await contributor.readForErasure()) ?? contributor;
    const contributions = await contributionsOf(database, id);
    for (const each of contributions) await lockContribution(database, each.id);
    // Read again: what was being promoted meanwhile is promoted now.
    const standing = await contributionsOf(database, id);
    const erasedAt = fresh.erasedAt ?? call.now().toISOString();
    const name = fresh.name;
    // Without a secret the block would be lost: nothing is erased then.
    if (fresh.trustLevel === 'blocked' && fresh.erasedAt === null) await new ContributionStops(database).stop(tenantId, fresh.email);
    let files = 0;
    for (const each of standing) files += await emptyContribution(database, { ...each, tenantId, erasedAt }, call);
    const bylines = await findBylines(database, { promoted: standing, name, tenantId });
    const bylinesRemoved = input.removeByline === true ? await removeBylines(database, bylines, call) : [];
    if (fresh.erasedAt === null) {
      await fresh.saveErased({
        email: `erased+${id}@invalid`,
        name: null,
        userId: null,
        linkEpoch: fresh.linkEpoch + 1,
        erasedAt,
        erasureReason: input.reason ?? null,
      });
      // Whoever else knows the person forgets them too.
      await recordEvent(database, call, {
        kind: 'contributor.erased',
        objectType: 'content_contributors',
        objectId: id,
        tenantId,
        data: {},
      });
    }
    await forgetAnswers(database, id);
    const { versionsThatNameThem, othersOfThatName } = bylines;
    return { contributorId: id, erasedAt, contributions: standing.length, files, bylinesRemoved, versionsThatNameThem, othersOfThatName };
  });
}

interface Standing extends Promoted {
  readonly status: string;
}

async function contributionsOf(database: Database, contributorId: string): Promise<Standing[]> {
  const query = database.dialect.builder
    .selectFrom('content_contributions')
    .select(['id', 'status', 'promotedContentId', 'bylineHash'])
    .where('contributorId', '=', contributorId)
    .orderBy('id');
  return (await database.all(query.compile())).map((row) => ({
    id: String(row['id']),
    status: String(row['status']),
    promotedContentId: (row['promotedContentId'] as string | null | undefined) ?? null,
    bylineHash: (row['bylineHash'] as string | null | undefined) ?? null,
  }));
}

/** What an audit entry needs to know: the class itself stands above this. */
const CONTRIBUTION = { table: 'content_contributions', options: {}, fields: {} } as ObjectDefinition;

/** What is emptied of a contribution, and when. */
export interface Emptying {
  readonly id: string;
  readonly tenantId: string | null;
  readonly status: string;
  readonly erasedAt: string;
}

/**
 * Takes texts, names and files from a contribution and all its revisions, by statements of their own: revisions are never
 * changed otherwise. The audit log tells that it was done, and none of the values.
 *
 * @returns how many files it held
 */
export async function emptyContribution(database: Database, { id, tenantId, status, erasedAt }: Emptying, call: Call): Promise<number> {
  const { dialect } = database;
  const { builder } = dialect;
  const files = await lockFilesOf(database, { id, tenantId });
  const stays = status === 'promoted' || status === 'rejected' || status === 'withdrawn';
  const at = dialect.encode('datetime', erasedAt);
  const blank = { title: null, description: null, body: '' };
  await database.run(
    builder
      .updateTable('content_contributions')
      .set({
        ...blank,
        language: null,
        editorNotes: null,
        requestedChanges: null,
        userId: null,
        metadata: dialect.encode('json', {}),
        erasedAt: at,
        updated_at: dialect.encode('datetime', call.now().toISOString()),
      })
      .set((each) => ({ rev: each('rev', '+', 1) as never }))
      .set(stays ? {} : { status: 'withdrawn', withdrawnAt: at })
      .where('id', '=', id)
      .compile(),
  );
  if (!stays) {
    const data = { status: 'withdrawn' };
    await recordEvent(database, call, { kind: 'contribution.withdrawn', objectType: CONTRIBUTION.table, objectId: id, tenantId, data });
  }
  await database.run(builder.updateTable('content_contribution_revisions').set(blank).where('contributionId', '=', id).compile());
  await database.run(
    builder
      .updateTable('content_contribution_attachments')
      .set({ filename: 'erased', declaredMimeType: null, fileKey: null, erasedAt: at })
      .where('contributionId', '=', id)
      .compile(),
  );
  for (const { fileKey } of files) await releaseFile(database, fileKey);
  await forgetAnswers(database, id);
  await writeAudit(database, call, {
    action: 'erase',
    definition: CONTRIBUTION,
    key: id,
    before: undefined,
    after: undefined,
    tenantId,
  });
  return files.length;
}
