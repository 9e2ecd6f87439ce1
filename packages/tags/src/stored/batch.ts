import { ColophonError, ConflictError, type JsonObject, ValidationError } from '@colophon/core';
import { refusal } from './refusal.ts';

/** The data of a new tag. */
export interface TagData {
  readonly slug: string;
  readonly name: string;
  /** Default: `global`. */
  readonly context?: string | undefined;
  readonly parent_slug?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly metadata?: JsonObject | null | undefined;
}

/** A tag in a batch with its position. */
export interface Entry {
  readonly data: TagData;
  readonly index: number;
}

/**
 * Sorts a batch so that it can be written: parents before children, otherwise in the given order.
 *
 * @param pointerOf returns the pointer of an entry for errors, such as `/tags/3`
 * @throws ValidationError naming every duplicate slug; `cycle` for the first cycle
 */
export function parentsFirst(tags: readonly TagData[], pointerOf: (index: number) => string): Entry[] {
  const bySlug = new Map<string, Entry>();
  const twice = [];
  for (const [index, data] of tags.entries()) {
    if (bySlug.has(data.slug))
      twice.push({ pointer: `${pointerOf(index)}/slug`, code: 'duplicate', detail: `${data.slug.slice(0, 200)} occurs twice` });
    else bySlug.set(data.slug, { data, index });
  }
  if (twice.length > 0) throw ValidationError.of(twice);
  const ordered = new Set<Entry>();
  for (const start of bySlug.values()) {
    const branch: Entry[] = [];
    const seen = new Set<Entry>();
    for (let entry: Entry | undefined = start; entry && !ordered.has(entry); entry = bySlug.get(entry.data.parent_slug ?? '')) {
      if (seen.has(entry)) {
        const { index, data } = entry;
        throw refusal(`${pointerOf(index)}/parent_slug`, 'cycle', `${data.slug.slice(0, 200)} is its own ancestor`);
      }
      seen.add(entry);
      branch.push(entry);
    }
    for (const entry of branch.reverse()) ordered.add(entry);
  }
  return [...ordered];
}

/** Returns the same error with its pointers below another one. */
export function relocateError(error: unknown, base: string): unknown {
  if (!(error instanceof ColophonError)) return error;
  const errors = error.errors.map((fault) => ({ ...fault, pointer: base + fault.pointer }));
  const { code, hint, extensions } = error;
  const details = { code, errors, extensions, cause: error, ...(hint === undefined ? {} : { hint }) };
  const message = `${base.slice(1)}: ${error.message}`;
  if (error instanceof ConflictError) return new ConflictError(message, details);
  return error instanceof ValidationError ? new ValidationError(message, details) : error;
}
