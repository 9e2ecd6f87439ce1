import { ProblemError } from '@colophon/client';
import { isPlainObject } from '@colophon/base';
import type { ContentRecord } from './records.ts';

/** The expected type of a member of a response; `records` are lists of objects, `texts` of strings. */
export type MemberKind = 'records' | 'texts' | 'object' | 'text' | 'number';

type Members = Readonly<Record<string, MemberKind>>;

/**
 * Validates a response, which may come from another version or a proxy, or be broken: members in `required` exist with their type, those
 * in `optional` have their type or are omitted. Items of a list of records that are not objects are omitted.
 *
 * @throws ProblemError `not_ours` if it is not an object, or a required member is missing
 */
export function readAnswer<Value>(value: unknown, required: Members, optional: Members = {}): Value {
  if (!isPlainObject(value)) throw notOurs();
  const read: Record<string, unknown> = { ...value };
  for (const [name, kind] of Object.entries(required)) {
    read[name] = memberOf(value[name], kind);
    if (read[name] === undefined) throw notOurs();
  }
  for (const [name, kind] of Object.entries(optional)) {
    const member = memberOf(value[name], kind);
    if (member === undefined) delete read[name];
    else read[name] = member;
  }
  return read as Value;
}

/** Returns the records of a list; none if the response has no `items`. @throws ProblemError `not_ours` */
export function readItems<Item>(value: unknown): readonly Item[] {
  const { items } = readAnswer<{ readonly items?: unknown }>(value, {});
  return items === undefined ? [] : readAnswer<{ readonly items: readonly Item[] }>(value, { items: 'records' }).items;
}

/** Returns a content record with the members that a form requires. @throws ProblemError `not_ours` */
export function readContent(value: unknown): ContentRecord {
  return readAnswer(value, { id: 'text', rev: 'number', title: 'text', body: 'text' }, { references: 'records' });
}

function memberOf(value: unknown, kind: MemberKind): unknown {
  if (kind === 'records') return Array.isArray(value) ? value.filter(isRecord) : undefined;
  if (kind === 'texts') return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : undefined;
  if (kind === 'object') return isPlainObject(value) ? value : undefined;
  if (kind === 'text') return typeof value === 'string' ? value : undefined;
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function isRecord(value: unknown): boolean {
  return isPlainObject(value) && (value['id'] === undefined || typeof value['id'] === 'string');
}

function notOurs(): ProblemError {
  return new ProblemError('not_ours', 'The answer is not what was asked for.', {
    status: 200,
    hint: 'The server may be of another version, or something between answered in its place. Nothing was changed here. Try again.',
    retryable: true,
  });
}
