import { nearest } from '@colophon/base';
import type { Fields } from './field.ts';

/**
 * Returns `; the nearest one is title` for a name that is close to the name of a field, else an empty text. Private fields and those that only
 * some callers find by are never named, so that the text says the same for a name that exists and for one that does not.
 */
export function nearestField(name: string, fields: Fields): string {
  const findable = Object.entries(fields).filter(([, field]) => !field.private && field.findableBy === undefined);
  const found = nearest(
    name,
    findable.map(([candidate]) => candidate),
  );
  return found === undefined ? '' : `; the nearest one is ${found}`;
}
