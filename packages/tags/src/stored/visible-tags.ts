import { both, type Call, type Filter, where } from '@colophon/core';
import { registeredTagJoins } from './tag-join.ts';

const ANY: Filter = { kind: 'all', filters: [] };

/** Returns the filter of the tags that a call can read. */
export function visibleTags(call: Call): Filter | undefined {
  return both(namedTags(call), notReplaced(call));
}

/** A tenant's own tag takes the place of a global one with its slug, which is not in the tenant's vocabulary. */
function notReplaced({ caller }: Call): Filter | undefined {
  if (caller.tenantId === null) return undefined;
  const own = { table: 'tags', key: 'global_slug', fields: {} };
  return { kind: 'not', filter: { kind: 'related', field: 'slug', target: own, filter: where('tenantId', 'eq', caller.tenantId) } };
}

/**
 * Returns the filter of the tags whose names a call can read: those that nothing has, and those of an entity that the call can read. The name of a
 * tag that only drafts have tells what they are about.
 */
function namedTags(call: Call): Filter | undefined {
  const unused: Filter[] = [];
  const readable: Filter[] = [];
  for (const { table, entityColumn, entityTable, readable: readableBy } of registeredTagJoins()) {
    if (readableBy === undefined) continue;
    const entities = readableBy(call);
    if (entities === undefined) return undefined;
    const { fields, filter } = entities;
    const usedBy = (each: Filter): Filter => ({
      kind: 'related',
      field: 'slug',
      target: { table, key: 'tag_slug', fields: {} },
      filter: each,
      isPerRow: true,
    });
    unused.push({ kind: 'not', filter: usedBy(ANY) });
    const target = { table: entityTable, key: 'id', fields };
    readable.push(usedBy({ kind: 'related', field: entityColumn, target, filter, isPerRow: true }));
  }
  return readable.length === 0 ? undefined : { kind: 'any', filters: [{ kind: 'all', filters: unused }, ...readable] };
}
