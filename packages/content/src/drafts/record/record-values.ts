import type { Database, Field } from '@colophon/core';
import { type DraftLinks, type DraftValues, valuesOfRecord } from '@colophon/draft';
import { contentFields } from '../../record/content-fields.ts';
import type { ContentRecord } from '../../record/content-record.ts';
import type { SnapshotAsset, SnapshotFact, SnapshotReference } from '../../record/links.ts';
import { readAssetUses, readFacts, readReferences } from '../../record/read-links.ts';

interface WithFields {
  readonly ownFields: readonly string[];
  readonly fields: Readonly<Record<string, Field>>;
}

/** Returns the names of the fields that a record's type adds to content: they are written in its draft as well. */
export function ownFieldsOf(record: ContentRecord): readonly string[] {
  const { ownFields, fields } = (record.constructor as unknown as { readonly definition: WithFields }).definition;
  return ownFields.filter((name) => {
    const field = fields[name];
    return field && !Object.hasOwn(contentFields, name) && !field.private && !field.readOnly && !field.computed;
  });
}

/** Returns what a record says, with its links in the database, in the form of a draft. */
export async function recordValues(record: ContentRecord): Promise<DraftValues> {
  return valuesWith(record, await readDraftLinks(record.database, record.id));
}

/** Returns what a record says with these links. */
export function valuesWith(record: ContentRecord, links: DraftLinks): DraftValues {
  return valuesOfRecord(record as unknown as Parameters<typeof valuesOfRecord>[0], links, ownFieldsOf(record));
}

async function readDraftLinks(database: Database, id: string): Promise<DraftLinks> {
  const references = await readReferences(database, id);
  const facts = await readFacts(database, id);
  const assets = await readAssetUses(database, id);
  return {
    references: Object.fromEntries(
      references.map(({ targetId, targetVersion }) => [targetId, targetVersion === null ? {} : { targetVersion }]),
    ),
    facts: Object.fromEntries(facts.map(({ relationship, factId }) => [`${relationship} ${factId}`, {}])),
    assets: Object.fromEntries(assets.map(({ relationship, assetId, sort_order }) => [`${relationship} ${assetId}`, { sort_order }])),
  };
}

/** The links of a draft, in the form that snapshots have them; what is none is left out. */
export interface WrittenLinks {
  readonly references: readonly SnapshotReference[];
  readonly facts: readonly SnapshotFact[];
  readonly assets: readonly SnapshotAsset[];
}

/** Returns the links that a draft says. */
export function linksOfDraft({ references, facts, assets }: DraftLinks): WrittenLinks {
  return {
    references: Object.entries(references).map(([targetId, value]) => ({ targetId, targetVersion: wholeIn(value, 'targetVersion') })),
    facts: Object.keys(facts).flatMap((key) => {
      const [relationship, factId] = partsOf(key);
      return factId === '' ? [] : [{ relationship, factId }];
    }),
    assets: Object.entries(assets).flatMap(([key, value]) => {
      const [relationship, assetId] = partsOf(key);
      return assetId === '' ? [] : [{ relationship, assetId, sort_order: wholeIn(value, 'sort_order') ?? 0 }];
    }),
  };
}

function partsOf(key: string): [string, string] {
  const space = key.indexOf(' ');
  return space < 1 ? ['', ''] : [key.slice(0, space), key.slice(space + 1)];
}

function wholeIn(value: unknown, name: string): number | null {
  const found = typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
  return Number.isInteger(found) && (found as number) >= 0 ? (found as number) : null;
}
