import type { Database, JsonObject, JsonValue } from '@colophon/core';
import type { SnapshotAsset, SnapshotFact, SnapshotReference } from '../record/links.ts';
import { readAssetUses, readFacts, readReferences } from '../record/read-links.ts';
import { ownText } from '../record/own-fields.ts';
import { AUTHORED_FIELDS, type AuthoredField, type ContentRecord } from '../record/content-record.ts';

/** Everything that people wrote in a record, at one time. */
export interface Snapshot extends JsonObject {
  readonly fields: { readonly [Name in AuthoredField]?: JsonValue };
  readonly references: readonly SnapshotReference[];
  readonly facts: readonly SnapshotFact[];
  readonly assets: readonly SnapshotAsset[];
}

/** The links of a record, if they were already read. */
export interface KnownLinks {
  readonly references: readonly SnapshotReference[];
  readonly facts: readonly SnapshotFact[];
}

/** Takes a snapshot of a record with its current values in memory, and of its links in the database. */
export async function takeSnapshot(content: ContentRecord, database: Database, known?: KnownLinks): Promise<Snapshot> {
  const references = known?.references ?? (await readReferences(database, content.id));
  const facts = known?.facts ?? (await readFacts(database, content.id));
  return {
    fields: authoredValues(content),
    // In a fixed order, so that two versions with the same links are equal.
    references: references.toSorted((a, b) => inOrder(a.targetId, b.targetId)),
    facts: facts.toSorted((a, b) => inOrder(a.factId, b.factId) || inOrder(a.relationship, b.relationship)),
    assets: await readAssetUses(database, content.id),
  };
}

function inOrder(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

/** Returns a copy of a record's authored fields, and of those that only its type has. */
export function authoredValues(content: ContentRecord): { [Name in AuthoredField]?: JsonValue } {
  const values = content as unknown as Readonly<Record<string, JsonValue | undefined>>;
  const own = Object.entries(ownText(content)).map(([name, value]) => [name, copyOf(value ?? null)] as const);
  return Object.fromEntries([...AUTHORED_FIELDS.map((name) => [name, copyOf(values[name] ?? null)] as const), ...own]);
}

/** Lists and objects are copied; cloning texts costs as much and is unnecessary. */
function copyOf(value: JsonValue): JsonValue {
  return typeof value === 'object' ? structuredClone(value) : value;
}
