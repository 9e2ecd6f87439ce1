import { type JsonValue, NotFoundError } from '@colophon/core';
import { withNames } from '../bylines/disclosure.ts';
import { knownBylines } from '../bylines/known-bylines.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { textWorkers } from '../rendering/text-workers.ts';
import { ContentVersions } from './content-version.ts';
import { type Snapshot, takeSnapshot } from './snapshot.ts';
import type { DiffPart } from '../rendering/word-diff.ts';

/** A field that differs between two versions. */
export interface FieldDifference {
  readonly field: string;
  readonly before: JsonValue;
  readonly after: JsonValue;
}

/** The differences between two versions; `to` is null for the current record. */
export interface VersionDifference {
  readonly from: number;
  readonly to: number | null;
  /** Changed fields, without the body; then `references`, `facts` and `assets` if they differ. */
  readonly fields: readonly FieldDifference[];
  /** The body word by word; empty if it is the same. */
  readonly body: readonly DiffPart[];
}

/**
 * Compares two versions of a record, or one with the current record.
 *
 * @throws NotFoundError if the version does not exist
 * @throws ValidationError `too_complex` if the comparison exceeds its time limit
 */
export async function diffVersions(content: ContentRecord, from: number, to?: number): Promise<VersionDifference> {
  const before = await snapshotOf(content, from);
  const after = to === undefined ? await takeSnapshot(content, content.database) : await snapshotOf(content, to);
  const names = [...new Set([...Object.keys(before.fields), ...Object.keys(after.fields)])] as (keyof Snapshot['fields'])[];
  const fields = names.flatMap((field) =>
    field === 'body' ? [] : difference(field, before.fields[field] ?? null, after.fields[field] ?? null),
  );
  const links = (['references', 'facts', 'assets'] as const).flatMap((field) => difference(field, before[field], after[field]));
  const [old, now] = [text(before), text(after)];
  return {
    from,
    to: to ?? null,
    fields: [...fields, ...links],
    body: old === now ? [] : await textWorkers.run({ task: 'compare', before: old, after: now }),
  };
}

async function snapshotOf(content: ContentRecord, version: number): Promise<Snapshot> {
  const found = await new ContentVersions(content.database).find({ contentId: content.id, version });
  if (!found) throw new NotFoundError(`There is no version ${version} of this record.`);
  const { snapshot } = found;
  return { ...snapshot, fields: withNames(snapshot.fields, (await knownBylines(content.database, [content.id])).get(content.id)) };
}

function difference(field: string, before: JsonValue, after: JsonValue): FieldDifference[] {
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ field, before, after }];
}

function text(snapshot: Snapshot): string {
  return typeof snapshot.fields.body === 'string' ? snapshot.fields.body : '';
}
