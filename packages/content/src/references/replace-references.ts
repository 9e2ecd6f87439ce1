import type { Call } from '@colophon/core';
import type { ContentRecord } from '../record/content-record.ts';
import { ContentReferences } from './content-reference.ts';
import type { SnapshotReference } from '../record/links.ts';

/**
 * Sets the references of a record to exactly these. An existing one keeps its row; its pin is updated, including to null. Targets that no
 * longer exist are omitted, and so are pins on versions that no longer exist.
 */
export async function replaceReferences(content: ContentRecord, wanted: readonly SnapshotReference[], call: Call): Promise<void> {
  const { database } = content;
  const references = new ContentReferences(database, call);
  const standing = await references.list({ where: { source_id: content.id }, limit: 1000 });
  const pins = await standingPins(content, wanted);
  for (const each of standing) {
    const pin = pins.get(each.target_id);
    if (pin === undefined) await each.delete();
    else if (each.targetVersion !== pin) {
      each.targetVersion = pin;
      await each.save();
    }
    pins.delete(each.target_id);
  }
  const alive = await aliveTargets(content, [...pins.keys()]);
  for (const [target_id, targetVersion] of pins) {
    if (alive.has(target_id)) await references.add({ source_id: content.id, target_id, targetVersion, tenantId: content.tenantId });
  }
}

/** Returns the pin of each target; null if there is none, or its version no longer exists. */
async function standingPins({ database }: ContentRecord, wanted: readonly SnapshotReference[]): Promise<Map<string, number | null>> {
  const pinned = wanted.flatMap(({ targetId, targetVersion }) => (targetVersion === null ? [] : [{ targetId, targetVersion }]));
  const query = database.dialect.builder
    .selectFrom('content_versions')
    .select(['contentId', 'version'])
    .where(
      'contentId',
      'in',
      pinned.map(({ targetId }) => targetId),
    )
    .where(
      'version',
      'in',
      pinned.map(({ targetVersion }) => targetVersion),
    );
  const rows = pinned.length === 0 ? [] : await database.all(query.compile());
  const standing = new Set(rows.map((row) => `${String(row['contentId'])} ${Number(row['version'])}`));
  return new Map(
    wanted.map(({ targetId, targetVersion }) => [targetId, standing.has(`${targetId} ${targetVersion}`) ? targetVersion : null]),
  );
}

async function aliveTargets({ database, tenantId }: ContentRecord, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const query = database.dialect.builder
    .selectFrom('contents')
    .select(['id', 'tenantId'])
    .where('id', 'in', ids)
    .where('status', '!=', 'deleted');
  const rows = await database.all(query.compile());
  return new Set(rows.filter((row) => (row['tenantId'] ?? null) === null || row['tenantId'] === tenantId).map((row) => String(row['id'])));
}
