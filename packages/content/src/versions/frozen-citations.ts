import type { Database, Row } from '@colophon/core';
import type { SnapshotReference } from '../record/links.ts';
import { keyAt, timeOfKey } from '../record/time-of-key.ts';

/** A version that was created earlier may be committed later, by the duration of a transaction plus the clock difference of two machines. */
const LOOK_BACK_MS = 10 * 60_000;
const AT_ONCE = 1000;

interface Read {
  readonly cited: Set<string>;
  /** The key of the latest version that was read. */
  latest: string;
}

/** Publications never change, so that each process reads those from before once. */
const read = new WeakMap<Database, Read>();

/** The versions that published accounts and deleted drafts cite, although no reference cites them any more. */
export interface FrozenCitations {
  has(contentId: string, version: number): boolean;
}

/** Reads what publications and corrections cited, which their accounts state forever, and what deleted drafts would cite if restored. */
export async function readFrozenCitations(database: Database): Promise<FrozenCitations> {
  const known = read.get(database) ?? { cited: new Set(), latest: '' };
  read.set(database, known);
  const from = known.latest === '' ? '' : keyAt(Math.min(timeOfKey(known.latest), Date.now()) - LOOK_BACK_MS);
  const last = await addCited(database, 'content_versions', from, known.cited);
  if (last > known.latest) known.latest = last;
  const deleted = new Set<string>();
  await addCited(database, 'content_trash', '', deleted);
  return { has: (contentId, version) => [known.cited, deleted].some((cited) => cited.has(keyOf(contentId, version))) };
}

/** Adds what the snapshots of a table cite, and returns the last key. */
async function addCited(database: Database, table: Table, from: string, cited: Set<string>): Promise<string> {
  let last = from;
  for (;;) {
    const rows = await snapshots(database, table, last);
    for (const row of rows) {
      const references = database.dialect.decode('json', row['references'] ?? null) as readonly SnapshotReference[] | null;
      for (const { targetId, targetVersion } of references ?? []) if (targetVersion !== null) cited.add(keyOf(targetId, targetVersion));
      last = String(row['id']);
    }
    if (rows.length < AT_ONCE) return last;
  }
}

type Table = 'content_versions' | 'content_trash';

/** Reads only the references of snapshots: bodies are long. */
async function snapshots(database: Database, table: Table, after: string): Promise<readonly Row[]> {
  const { dialect } = database;
  const rows = dialect.builder
    .selectFrom(table)
    .select('id')
    .select(dialect.jsonAt('snapshot', ['references'], null).as('references'));
  const kept =
    table === 'content_versions' ? rows.where('kind', 'in', ['publication', 'correction']) : rows.where('snapshot', 'is not', null);
  return database.all(kept.where('id', '>', after).orderBy('id').limit(AT_ONCE).compile());
}

function keyOf(contentId: string, version: number): string {
  return `${contentId} ${version}`;
}
