import type { AnyCollectionClass, Database } from '@colophon/core';

/**
 * The collections whose records refer to stored files. Each of their tables has the columns `fileKey`, `sha256` and `tenantId`, with an
 * index on `fileKey`. Bytes are deleted from the store when no record of any of them refers to them.
 */
const holders: AnyCollectionClass[] = [];

/**
 * Registers a collection whose records refer to stored files. Wrap the collection where it is defined, so that its table exists wherever
 * such records can be created.
 *
 * @example
 * export class Recordings extends holdingFiles(collection(Recording)) {}
 */
export function holdingFiles<Class extends AnyCollectionClass>(collectionClass: Class): Class {
  holders.push(collectionClass);
  return collectionClass;
}

/** Collections without files that the records of file holders refer to. */
const referredTo: AnyCollectionClass[] = [];

/** Registers a collection that file holders refer to, so that its table is created with theirs. */
export function besideFileHolders<Class extends AnyCollectionClass>(collectionClass: Class): Class {
  referredTo.push(collectionClass);
  return collectionClass;
}

/** Returns the collections that are stored wherever assets are, with those they refer to: files are shared between all of them. */
export function fileHolders(): readonly AnyCollectionClass[] {
  return [...holders, ...referredTo];
}

function holderTables(): string[] {
  return ['assets', ...new Set(holders.map(({ objectClass }) => objectClass.definition.table))];
}

/** Returns whether any record refers to these bytes, in one statement, since a file may move from one holder to another. */
export async function isHeld(database: Database, fileKey: string): Promise<boolean> {
  const { builder } = database.dialect;
  const [first = 'assets', ...others] = holderTables();
  const holdersIn = (table: string) => builder.selectFrom(table).select('id').where('fileKey', '=', fileKey);
  const query = others.reduce((earlier, table) => earlier.unionAll(holdersIn(table)), holdersIn(first));
  return (await database.first(query.limit(1).compile())) !== undefined;
}

interface Wanted {
  readonly tenantId: string | null;
  readonly sha256: string;
  readonly except: readonly string[];
}

/** Returns the key of a stored file of the tenant with equal bytes, whichever record holds it. */
export async function findEqualFile(database: Database, { tenantId, sha256, except }: Wanted): Promise<string | undefined> {
  for (const table of holderTables()) {
    let query = database.dialect.builder
      .selectFrom(table)
      .select('fileKey')
      .where('sha256', '=', sha256)
      .where('fileKey', 'is not', null)
      .where('tenantId', tenantId === null ? 'is' : '=', tenantId);
    if (except.length > 0) query = query.where('fileKey', 'not in', except);
    const row = await database.first(query.orderBy('id').limit(1).compile());
    if (row) return String(row['fileKey']);
  }
  return undefined;
}
