import { type Call, type Database, forgetAnswers, type ObjectDefinition, writeAudit } from '@colophon/core';
import { recordEvent } from '../../events/record-event.ts';
import { z } from 'zod';
import { releaseFile } from '../../assets/release-file.ts';
import type { TrustLevel } from '../record/enumerations.ts';
import { lockContribution } from '../record/lock-contribution.ts';
import { lockFilesOf } from '../files/release-files.ts';
import { findBylines, type Promoted, removeBylines } from './bylines.ts';
import { ContributionStops } from './stop-list.ts';

export const ErasureInput = z.strictObject({
  reason: z.string().max(2000).nullish().describe('The reason; it is kept, so do not name anyone.'),
  removeByline: z.boolean().default(false).describe('Also remove their name from the content created from their contributions.').optional(),
});
export type ErasureInput = z.infer<typeof ErasureInput>;

export const ErasureAnswer = z.object({
  contributorId: z.string(),
  erasedAt: z.string(),
  contributions: z.int().describe('The number of emptied contributions.'),
  files: z.int().describe('The number of deleted files.'),
  bylinesRemoved: z.array(z.string()).describe('The pieces from which the name was removed.'),
  versionsThatNameThem: z
    .array(z.object({ contentId: z.string(), version: z.int() }))
    .describe('Versions that still tell the name; those from before there were digests of names are never rewritten.'),
  othersOfThatName: z
    .array(z.string())
    .describe('Other pieces, removed ones too, with an author of the same name, who may be somebody else.'),
});
/** The result of an erasure. */
export type ErasureReport = z.infer<typeof ErasureAnswer>;

/** A contributor, with what an erasure reads and clears. */
export interface ErasableContributor {
  readonly database: Database;
  readonly id: string;
  readonly tenantId: string | null;
  readonly email: string;
  readonly name: string | null;
  readonly trustLevel: TrustLevel;
  readonly linkEpoch: number;
  readonly erasedAt: string | null;
  /** Locks the contributor until the ambient transaction ends, and returns their current state. */
  readForErasure(): Promise<ErasableContributor | undefined>;
  /** Sets fields that only an erasure sets, and saves. */
  saveErased(changes: ErasedFields): Promise<void>;
}

/** The fields that only an erasure sets. */
export interface ErasedFields {
  readonly email: string;
  readonly name: null;
  readonly userId: null;
  readonly linkEpoch: number;
  readonly erasedAt: string;
  readonly erasureReason: string | null;
}

/**
 * Erases the data of a person: address, name, account and links, and the texts and files of their contributions. Promoted
 * content stays; of everything else the row stays, with its dates and decisions. One transaction.
 */
export async function eraseContributor(contributor: ErasableContributor, input: ErasureInput, call: Call): Promise<ErasureReport> {
  const { database, id, tenantId } = contributor;
  return database.transaction(async () => {
    const fresh = (await contributor.readForErasure()) ?? contributor;
    const contributions = await contributionsOf(database, id);
    for (const each of contributions) await lockContribution(database, each.id);
    // Read again, because a concurrent promotion may have finished.
    const standing = await contributionsOf(database, id);
    const erasedAt = fresh.erasedAt ?? call.now().toISOString();
    const name = fresh.name;
    // Without a secret the block would be lost, so nothing is erased.
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
      // Other parts of the application erase the person too.
      await recordEvent(database, call, {
        kind: 'contributor.erased',
        objectType: 'content_contributors',
        objectId: id,
        tenantId,
        data: {},
      });
    }
    await forgetAnswers(database, id);
    const { othersOfThatName } = bylines;
    const versionsThatNameThem = bylines.versionsThatNameThem
      .filter(({ hasNames }) => hasNames || input.removeByline !== true)
      .map(({ contentId, version }) => ({ contentId, version }));
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

/** The fields that an audit entry needs, since the class is defined in a module that imports this one. */
const CONTRIBUTION = { table: 'content_contributions', options: {}, fields: {} } as ObjectDefinition;

/** The fields of a contribution that are cleared, and when. */
export interface Emptying {
  readonly id: string;
  readonly tenantId: string | null;
  readonly status: string;
  readonly erasedAt: string;
}

/**
 * Deletes texts, names and files of a contribution and all its revisions, with separate statements, because revisions are
 * otherwise immutable. The audit log records the erasure, and none of the values.
 *
 * @returns the number of its files
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
      // PostgreSQL keeps the words of a row in a column, which its saves write.
      .set(dialect.searchColumn ? { [dialect.searchColumn.name]: null } : {})
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
