import { type Call, NotFoundError, ValidationError } from '@colophon/core';
import type { ContentRecord } from '../record/content-record.ts';
import type { SnapshotFact } from '../record/links.ts';
import { type FactLink, type FactRelationship, FactLinks } from './fact-link.ts';
import { lockContent } from '../record/lock-content.ts';

/** The result of synchronizing links, by fact. */
export interface FactSync {
  readonly added: string[];
  readonly kept: string[];
  readonly removed: string[];
}

/** Sets the links of a record to exactly those of a version; facts that no longer exist are omitted. */
export async function replaceFactLinks(content: ContentRecord, wanted: readonly SnapshotFact[], call: Call): Promise<void> {
  const { database } = content;
  const links = new FactLinks(database, call);
  const keys = new Map(wanted.map((each) => [`${each.factId} ${each.relationship}`, each]));
  for (const each of await links.list({ where: { contentId: content.id }, limit: 1000 })) {
    if (!keys.delete(`${each.factId} ${each.relationship}`)) await each.delete();
  }
  if (keys.size === 0) return;
  const ids = [...keys.values()].map((each) => each.factId);
  const rows = await database.all(database.dialect.builder.selectFrom('facts').select('id').where('id', 'in', ids).compile());
  const known = new Set(rows.map((row) => String(row['id'])));
  for (const { factId, relationship } of keys.values()) {
    if (known.has(factId)) await addLink(content, factId, relationship as FactRelationship, call);
  }
}

/** Links exactly these facts to a record under one relationship; links of other relationships are kept. */
export async function syncFactLinks(
  content: ContentRecord,
  factIds: readonly string[],
  relationship: FactRelationship,
  call: Call,
): Promise<FactSync> {
  const wanted = new Set(factIds);
  const sync: FactSync = { added: [], kept: [], removed: [] };
  const standing = await new FactLinks(content.database, call).list({ where: { contentId: content.id, relationship }, limit: 1000 });
  for (const each of standing) {
    if (wanted.delete(each.factId)) sync.kept.push(each.factId);
    else {
      await each.delete();
      sync.removed.push(each.factId);
    }
  }
  for (const factId of wanted) {
    await addLink(content, factId, relationship, call).catch((error: unknown) => {
      if (!(error instanceof ValidationError)) throw error;
      const at = factIds.indexOf(factId);
      throw ValidationError.of(
        error.errors.map((each) => ({ ...each, pointer: each.pointer === '/factId' ? `/factIds/${at}` : each.pointer })),
      );
    });
    sync.added.push(factId);
  }
  return sync;
}

/** Links a fact to a record; an existing link is returned unchanged. */
export async function addLink(content: ContentRecord, factId: string, relationship: FactRelationship, call: Call): Promise<FactLink> {
  const { database } = content;
  const links = new FactLinks(database, call);
  return database.transaction(async () => {
    await lockContent(database, content.id);
    const standing = await links.find({ contentId: content.id, factId, relationship });
    return standing ?? links.add({ contentId: content.id, factId, relationship, tenantId: content.tenantId });
  });
}

/** Removes the links of a record to a fact, under one relationship or under all. @throws NotFoundError if there is none */
export async function removeLinks(
  content: ContentRecord,
  { factId, relationship }: { factId: string; relationship?: FactRelationship | undefined },
  call: Call,
): Promise<void> {
  const { database, id: contentId } = content;
  await database.transaction(async () => {
    await lockContent(database, contentId);
    const where = { contentId, factId, ...(relationship === undefined ? {} : { relationship }) };
    const links = await new FactLinks(database, call).list({ where, limit: 1000 });
    if (links.length === 0)
      throw new NotFoundError(`This record is not linked to fact ${factId}${relationship ? ` as ${relationship}` : ''}.`);
    for (const link of links) await link.delete();
  });
}
