import type { Database, Row } from '@colophon/core';
import { foldName, isName } from '../record/names.ts';

/** A stored name that was not normalized, and why. */
export interface UnfoldedName {
  readonly table: string;
  readonly column: string;
  /** As it is stored. */
  readonly name: string;
  readonly tenantId: string | null;
  /** `collision`: another row of the tenant already has the normalized name. `not_a_name`: the normalized text is not a valid name. */
  readonly reason: 'collision' | 'not_a_name';
  /** The number of rows with this name. */
  readonly rows: number;
}

/** The result of `foldStoredNames`. */
export interface FoldedNames {
  /** The number of normalized rows. */
  readonly folded: number;
  readonly left: readonly UnfoldedName[];
}

/** Columns with names, by table. */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  content_governance_policies: ['key'],
  content_governance_profiles: ['key'],
  content_governance_assignments: ['contentType', 'variant', 'publicationProfileKey', 'correctionProfileKey'],
  content_reviews: ['policyKey'],
  contents: ['type', 'variant'],
};

/** The key columns of a tenant's rows: two rows must not get the same normalized key. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  content_governance_policies: ['key'],
  content_governance_profiles: ['key'],
  content_governance_assignments: ['contentType', 'variant'],
};

/**
 * Normalizes the types, variants and keys of policies and profiles that were stored before they were normalized on input. A second run
 * changes nothing. Such records are governed correctly even before: names are normalized wherever they are compared.
 *
 * Two definitions of one tenant with the same normalized key are both left unchanged and reported, and so are names that cannot be
 * normalized: rename or delete them manually.
 *
 * @example
 * await foldStoredNames(database); // { folded: 3, left: [] }
 */
export function foldStoredNames(database: Database): Promise<FoldedNames> {
  return database.exclusively('colophon names', async () => {
    let folded = 0;
    const left: UnfoldedName[] = [];
    for (const [table, columns] of Object.entries(COLUMNS)) {
      const keys = KEYS[table];
      const found = keys ? await foldDefinitions(database, table, columns, keys) : await foldColumns(database, table, columns);
      folded += found.folded;
      left.push(...found.left);
    }
    folded += await foldRequirements(database);
    return { folded, left };
  });
}

/** There are few definitions: they are all read, and a row is normalized if no other of its tenant then has its key. */
async function foldDefinitions(
  database: Database,
  table: string,
  columns: readonly string[],
  keys: readonly string[],
): Promise<FoldedNames> {
  const { builder } = database.dialect;
  const rows = await database.all(
    builder
      .selectFrom(table)
      .select(['id', 'tenantId', ...columns])
      .compile(),
  );
  const byKey = Map.groupBy(rows, (row) => JSON.stringify([row['tenantId'] ?? null, ...keys.map((name) => foldedIn(row, name))]));
  let folded = 0;
  const left: UnfoldedName[] = [];
  for (const row of rows) {
    const changed = columns.filter((name) => foldedIn(row, name) !== textIn(row, name));
    if (changed.length === 0) continue;
    const wrong = changed.find((name) => !isName(foldedIn(row, name) ?? ''));
    const rivals = byKey.get(JSON.stringify([row['tenantId'] ?? null, ...keys.map((name) => foldedIn(row, name))])) ?? [];
    const column = wrong ?? changed.find((name) => keys.includes(name) && rivals.length > 1);
    if (column !== undefined) {
      const reason = wrong === undefined ? 'collision' : 'not_a_name';
      left.push({ table, column, name: String(row[column]), tenantId: textIn(row, 'tenantId'), reason, rows: 1 });
      continue;
    }
    const values = Object.fromEntries(changed.map((name) => [name, foldedIn(row, name)]));
    folded += await database.run(builder.updateTable(table).set(values).where('id', '=', row['id']).compile());
  }
  return { folded, left };
}

/** There are many records but few names: each existing name is normalized in all rows at once. */
async function foldColumns(database: Database, table: string, columns: readonly string[]): Promise<FoldedNames> {
  const { builder } = database.dialect;
  let folded = 0;
  const left: UnfoldedName[] = [];
  for (const column of columns) {
    const counted = builder
      .selectFrom(table)
      .select([column, 'tenantId'])
      .select((each) => each.fn.countAll().as('rows'))
      .where(column, 'is not', null)
      .groupBy([column, 'tenantId']);
    for (const row of await database.all(counted.compile())) {
      const name = String(row[column]);
      const wanted = foldName(name);
      if (wanted === name && isName(wanted)) continue;
      const tenantId = textIn(row, 'tenantId');
      if (!isName(wanted)) {
        left.push({ table, column, name, tenantId, reason: 'not_a_name', rows: Number(row['rows']) });
        continue;
      }
      const query = builder
        .updateTable(table)
        .set({ [column]: wanted })
        .where(column, '=', name);
      folded += await database.run(query.where('tenantId', tenantId === null ? 'is' : '=', tenantId).compile());
    }
  }
  return { folded, left };
}

/** Normalizes the policy keys in profiles. */
async function foldRequirements(database: Database): Promise<number> {
  const { dialect } = database;
  const table = 'content_governance_profiles';
  let folded = 0;
  for (const row of await database.all(dialect.builder.selectFrom(table).select(['id', 'requirements']).compile())) {
    const requirements = dialect.decode('json', row['requirements']);
    if (!Array.isArray(requirements)) continue;
    const wanted = (requirements as { policyKey: string }[]).map((each) => ({ ...each, policyKey: foldName(each.policyKey) }));
    if (JSON.stringify(wanted) === JSON.stringify(requirements)) continue;
    const query = dialect.builder.updateTable(table).set({ requirements: dialect.encode('json', wanted) });
    folded += await database.run(query.where('id', '=', row['id']).compile());
  }
  return folded;
}

function textIn(row: Row, name: string): string | null {
  return (row[name] as string | null | undefined) ?? null;
}

function foldedIn(row: Row, name: string): string | null {
  const given = textIn(row, name);
  return given === null ? null : foldName(given);
}
