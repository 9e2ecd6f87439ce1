import type { Call, Database } from '@colophon/core';
import { tagSlug } from '@colophon/tags';
import { slugsAmong, tagsByAlias } from './resolve-tags.ts';

type Condition = Readonly<Record<string, unknown>>;

const MAXIMUM_DEPTH = 50;
const MAXIMUM_TAGS = 1000;

/**
 * Returns a filter in which old names of tags are replaced by the current tags: a slug that was merged, or another language-neutral alias, of the tenant's tags first.
 * A filter without tags is returned unchanged, without a query.
 */
export async function resolveTagFilter<Where>(database: Database, call: Call, where: Where): Promise<Where> {
  const named = new Set<string>();
  walk(where, (tag) => {
    named.add(tag);
    return tag;
  });
  if (named.size === 0 || named.size > MAXIMUM_TAGS) return where;
  const known = await slugsAmong(database, call, [...named]);
  const unknown = [...named].filter((tag) => !known.has(tag));
  const aliased = await tagsByAlias(
    database,
    call,
    unknown.flatMap((tag) => [tag, tagSlug(tag)]),
  );
  if (aliased.size === 0) return where;
  return walk(where, (tag) => (known.has(tag) ? tag : (aliased.get(tag) ?? aliased.get(tagSlug(tag)) ?? tag))) as Where;
}

/** Replaces every tag in a filter, including nested groups. An invalid filter is left for its parser to reject. */
function walk(where: unknown, replace: (tag: string) => string, depth = 0): unknown {
  if (!isCondition(where) || depth > MAXIMUM_DEPTH) return where;
  return Object.fromEntries(
    Object.entries(where).map(([name, value]) => {
      if (name === 'tags') return [name, replaced(value, replace)];
      if (name === 'not') return [name, walk(value, replace, depth + 1)];
      const isGroup = (name === 'all' || name === 'any') && Array.isArray(value);
      return [name, isGroup ? value.map((each: unknown) => walk(each, replace, depth + 1)) : value];
    }),
  );
}

function replaced(value: unknown, replace: (tag: string) => string): unknown {
  if (typeof value === 'string') return isStorable(value) ? replace(value) : value;
  if (!isCondition(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([operator, operand]) => {
      const isList = operator === 'in' || operator === 'nin';
      const given = isList && typeof operand === 'string' ? operand.split(',') : operand;
      if (isList && Array.isArray(given)) return [operator, given.map((each: unknown) => replaced(each, replace))];
      return [operator, (operator === 'eq' || operator === 'ne') && typeof operand === 'string' ? replaced(operand, replace) : operand];
    }),
  );
}

function isStorable(text: string): boolean {
  return text !== '' && text.isWellFormed() && !text.includes('\0');
}

function isCondition(value: unknown): value is Condition {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
