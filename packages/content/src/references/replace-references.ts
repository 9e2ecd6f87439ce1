import type { Call } from '@colophon/core';
import type { ContentRecord } from '../record/content-record.ts';
import { ContentReferences } from './content-reference.ts';
import type { SnapshotReference } from '../record/links.ts';

/**
 * Sets the references of a record to exactly these. An existing one keeps its row; its pin is updated, including to null. Targets and
 * pinned versions that no longer exist are omitted.
 */
export async function replaceReferences(content: ContentRecord, wanted: readonly SnapshotReference[], call: Call): Promise<void> {
  const { database } = content;
  const references = new ContentReferences(database, call);
  const standing = await references.list({ where: { source_id: content.id }, limit: 1000 });
  const pins = new Map(wanted.map((each) => [each.targetId, each.targetVersion]));
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
