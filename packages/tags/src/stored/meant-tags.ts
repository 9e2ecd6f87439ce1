import { isPlainObject } from '@colophon/base';
import { type Database, qualify } from '@colophon/core';
import { type SlugCall, storedSlugs } from './stored-slug.ts';

/** Fields with the key of a tag, also of the tag that a reference leads to. */
const SLUG_FIELD = /^(?:(?:parent_slug|tag_slug)\.)*(?:slug|parent_slug|tag_slug)$/;
const EQUALITY: ReadonlySet<string> = new Set(['eq', 'ne', 'in', 'nin']);
const LISTS: ReadonlySet<string> = new Set(['in', 'nin']);
const COMPARISONS: ReadonlySet<string> = new Set(['gt', 'gte', 'lt', 'lte', 'like']);
const MAXIMUM_DEPTH = 50;
/** Filters with more are rejected. */
const MAXIMUM_SLUGS = 1000;

type Condition = Readonly<Record<string, unknown>>;

/**
 * Returns a filter in which slugs are the keys of the tags that they mean: the tenant's own tag, then the global one. An invalid filter is
 * left for its parser to reject; one of a caller without a tenant is returned unchanged, without a query.
 */
export async function whereMeant<Where>(database: Database, call: SlugCall, where: Where): Promise<Where> {
  const { tenantId } = call.caller;
  if (tenantId === null || !isPlainObject(where)) return where;
  const named = new Set<string>();
  const collect = (slug: string): string => {
    named.add(slug);
    return slug;
  };
  walk(where, { meant: collect, tenantId }, 0);
  if (named.size > MAXIMUM_SLUGS) return where;
  return walk(where, { meant: await storedSlugs(database, call, [...named]), tenantId }, 0) as Where;
}

interface Meaning {
  readonly meant: (slug: string) => string;
  readonly tenantId: string;
}

function walk(where: unknown, meaning: Meaning, depth: number): unknown {
  if (!isPlainObject(where) || depth > MAXIMUM_DEPTH) return where;
  const kept: Record<string, unknown> = {};
  const compared: Condition[] = [];
  for (const [name, value] of Object.entries(where)) {
    if (name === 'not') kept[name] = walk(value, meaning, depth + 1);
    else if ((name === 'all' || name === 'any') && Array.isArray(value)) kept[name] = value.map((each) => walk(each, meaning, depth + 1));
    else if (!SLUG_FIELD.test(name)) kept[name] = value;
    else if (typeof value === 'string') kept[name] = meantText(value, meaning);
    else if (!isPlainObject(value)) kept[name] = value;
    else {
      const equal = Object.entries(value).filter(([operator]) => !COMPARISONS.has(operator));
      const others = Object.entries(value).filter(([operator]) => COMPARISONS.has(operator));
      if (equal.length > 0 || others.length === 0)
        kept[name] = Object.fromEntries(equal.map(([operator, operand]) => [operator, meantOperand(operator, operand, meaning)]));
      for (const [operator, operand] of others) compared.push(comparison(name, operator, operand, meaning));
    }
  }
  return compared.length === 0 ? kept : { all: [kept, ...compared] };
}

function meantOperand(operator: string, operand: unknown, meaning: Meaning): unknown {
  if (!EQUALITY.has(operator)) return operand;
  if (!LISTS.has(operator)) return typeof operand === 'string' ? meantText(operand, meaning) : operand;
  const given: unknown = typeof operand === 'string' ? operand.split(',') : operand;
  return Array.isArray(given) ? given.map((each: unknown) => (typeof each === 'string' ? meantText(each, meaning) : each)) : operand;
}

/** What no database stores is left for the parser to reject. */
function meantText(slug: string, { meant }: Meaning): string {
  return slug === '' || slug.includes('\0') || !slug.isWellFormed() ? slug : meant(slug);
}

/** A tag of the tenant is compared by its slug as it is shown, and so is a global one. */
function comparison(name: string, operator: string, operand: unknown, { tenantId }: Meaning): Condition {
  if (typeof operand !== 'string') return { [name]: { [operator]: operand } };
  const own = { tenantId, [name]: { [operator]: qualify(tenantId, operand) } };
  const isOfRecord = name === 'slug' || name === 'tag_slug';
  return { any: [own, { ...(isOfRecord ? { tenantId: null } : {}), [name]: { [operator]: operand } }] };
}
