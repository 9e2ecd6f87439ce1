import type { Report } from '@colophon/app';
import { foldStoredNames, type UnfoldedName } from '@colophon/content';
import type { Database } from '@colophon/core';

/** Converts stored names of types, variants and policies to lower case. Returns whether none is left. */
export async function foldNames(database: Database, { say, warn }: Report): Promise<boolean> {
  const { folded, left } = await foldStoredNames(database);
  if (folded > 0) say(`${folded} names of types, variants and policies were converted to lower case.`);
  for (const name of left) warn(describeUnfolded(name));
  return left.length === 0;
}

function describeUnfolded({ table, column, name, tenantId, reason, rows }: UnfoldedName): string {
  const where = `${table}.${column} ${JSON.stringify(name)}${tenantId === null ? '' : ` of tenant ${tenantId}`}`;
  return reason === 'collision'
    ? `${where} collides with another one in lower case: remove one of them.`
    : `${where} (${rows} rows) is not a valid name: use the letters a to z, digits, - and _.`;
}
