import { MalformedError } from '../../errors/errors.ts';
import type { AnswerText } from '../../operations/answer-text.ts';

/** Returns the entity tag of a record: its revision, and a hash of the response, which also covers the members that a class adds. */
export function entityTag(rev: number, { digest }: AnswerText): string {
  return `"${rev}-${digest}"`;
}

const TAG = /^(?:W\/)?"?(\d{1,10})(?:-[A-Za-z0-9_.-]*)?"?$/;

/**
 * Returns the revision in `If-Match`: from one of our entity tags, or the bare revision. `*` only requires that the record exists.
 *
 * @throws MalformedError if it is neither
 */
export function expectedRevision(header: string | null): number | undefined {
  if (header === null || header.trim() === '*') return undefined;
  const revisions = header.split(',').map((part) => TAG.exec(part.trim())?.[1]);
  const [first] = revisions;
  if (first === undefined || new Set(revisions).size > 1) {
    throw new MalformedError('If-Match must be the ETag of the record as it was read, or its revision.', { code: 'bad_if_match' });
  }
  return Number(first);
}
