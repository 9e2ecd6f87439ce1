import type { Fields } from '../fields/field.ts';
import { fault } from './fault.ts';
import { fieldAt } from './parse-filter.ts';

export interface OrderTerm {
  readonly field: string;
  readonly descending: boolean;
}

const MAXIMUM_TERMS = 8;

/**
 * Parses `-updated_at,title`: fields by precedence, `-` for descending. The key is always added last, so that no two rows tie and paging
 * neither repeats nor skips rows.
 */
export function parseOrder(input: string, fields: Fields, key: string): readonly OrderTerm[] {
  let orders = parsed.get(fields);
  if (!orders) parsed.set(fields, (orders = new Map<string, readonly OrderTerm[]>()));
  const known = orders.get(input);
  if (known) return known;
  const terms = readOrder(input, fields, key);
  if (orders.size < MAXIMUM_KEPT) orders.set(input, terms);
  return terms;
}

const parsed = new WeakMap<Fields, Map<string, readonly OrderTerm[]>>();
const MAXIMUM_KEPT = 100;

function readOrder(input: string, fields: Fields, key: string): OrderTerm[] {
  const terms: OrderTerm[] = [];
  for (const part of input.split(',')) {
    const term = part.trim();
    const descending = term.startsWith('-');
    const name = descending ? term.slice(1) : term;
    if (name === '') throw fault('/orderBy', 'unknown_field', 'needs field names such as -updated_at,title');
    const field = fieldAt(name, fields, '/orderBy');
    if (name.includes('.') || field.kind === 'json' || field.kind === 'list' || !field.listed)
      throw fault('/orderBy', 'not_orderable', `${name} cannot be ordered by`);
    if (!terms.some((each) => each.field === name)) terms.push({ field: name, descending });
  }
  if (terms.length > MAXIMUM_TERMS) throw fault('/orderBy', 'too_many_fields', `at most ${MAXIMUM_TERMS} fields`);
  return withKey(terms, key);
}

/** Returns the terms with the key last, in the direction of the first term, so that one index serves the whole order. */
function withKey(terms: readonly OrderTerm[], key: string): OrderTerm[] {
  const keyAt = terms.findIndex((term) => term.field === key);
  if (keyAt >= 0) return terms.slice(0, keyAt + 1);
  return [...terms, { field: key, descending: terms[0]?.descending ?? false }];
}
