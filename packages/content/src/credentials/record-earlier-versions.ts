import { type EditionEvidence, editionEvidence } from '@colophon/contract';
import type { Database, JsonObject } from '@colophon/core';
import { readCorrections } from '../corrections/read-corrections.ts';
import { digestOf } from '../editions/record/add-edition.ts';
import { earlierVersionNumber } from '../editions/record/earlier-number.ts';
import { textDigestOf, textOfVersion } from '../record/signed-text.ts';
import { type ContentVersion, ContentVersions } from '../versions/content-version.ts';
import type { Snapshot } from '../versions/snapshot.ts';

const AT_ONCE = 200;

/**
 * Records each publication and correction that was stored as a version, and never signed, before there were editions: they have no edition,
 * since it is not known what was shown with them, but their text and what was frozen with it can be signed late.
 */
export async function recordEarlierVersions(database: Database): Promise<void> {
  for (let after = ''; ;) {
    const ids = await withoutAccount(database, after);
    const versions = ids.length === 0 ? [] : await new ContentVersions(database).list({ where: { id: { in: ids } }, limit: ids.length });
    for (const version of versions) await record(database, version);
    if (ids.length < AT_ONCE) return;
    after = ids.at(-1) ?? after;
  }
}

async function record(database: Database, { id, contentId, tenantId, version, kind, metadata, snapshot, created_at }: ContentVersion) {
  const text = textOfVersion((snapshot as Snapshot).fields);
  const textDigest = textDigestOf(text);
  const correction =
    kind === 'correction' ? (await readCorrections(database, contentId)).find(({ versionId }) => versionId === id) : undefined;
  const transparency = kind === 'publication' ? ((metadata as JsonObject)['transparency'] as EditionEvidence['transparency']) : undefined;
  const evidence = editionEvidence({ textDigest, correction, ...(transparency && { transparency }) });
  // A publication that froze nothing, or a correction whose record is gone: there is nothing to vouch for.
  if (!evidence) return;
  const { dialect } = database;
  const { type, context, slug } = text as { type: string; context: string; slug: string };
  const at = dialect.encode('datetime', created_at);
  const row = {
    id: `earlier.${id}`,
    contentId,
    number: earlierVersionNumber(version),
    kind,
    versionId: id,
    references: 0,
    textDigest,
    evidenceDigest: digestOf(evidence),
    digest: digestOf({ contentId, version, textDigest, publishedAt: created_at }),
    place: dialect.encode('json', { type, context, slug }),
    publishedAt: at,
    signedLate: dialect.encode('boolean', false),
    tenantId,
    rev: 1,
    created_at: at,
    updated_at: at,
  };
  const insert = dialect.builder.insertInto('content_editions').values(row);
  await database.run(insert.onConflict((conflict) => conflict.column('id').doNothing()).compile());
}

async function withoutAccount(database: Database, after: string): Promise<string[]> {
  const query = database.dialect.builder
    .selectFrom('content_versions as version')
    .select('version.id')
    .where('version.id', '>', after)
    .where('version.kind', 'in', ['publication', 'correction'])
    .where((each) =>
      each.not(
        each.exists(each.selectFrom('content_editions as edition').select('edition.id').whereRef('edition.versionId', '=', 'version.id')),
      ),
    )
    .orderBy('version.id')
    .limit(AT_ONCE);
  return (await database.all(query.compile())).map((row) => String(row['id']));
}
