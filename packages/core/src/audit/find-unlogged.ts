import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { ObjectDefinition } from '../objects/definition.ts';
import type { Database } from '../storage/database.ts';
import { AUDIT_TABLE, GLOBAL_CHAIN } from '../journal/chain-names.ts';
import type { ChainFault } from './verify-chain.ts';

/** Finds records that no entry names, one fault for each kind of them: every save writes one, so its entry was removed, or the record inserted. */
export async function findUnlogged(database: Database, objects: readonly ObjectDefinition[]): Promise<ChainFault[]> {
  const faults: ChainFault[] = [];
  for (const definition of new Map(objects.filter(isLogged).map((each) => [each.table, each])).values()) {
    const { table, key } = definition;
    const query = database.dialect.builder
      .selectFrom(`${table} as record`)
      .select((each) => [each.fn.countAll().as('count'), each.fn.min(`record.${key}`).as('first')])
      .where((each) =>
        each.not(
          each.exists(
            each
              .selectFrom(`${AUDIT_TABLE} as entry`)
              .select(sql.lit(1).as('one'))
              .where('entry.objectType', '=', table)
              .where(names(definition)),
          ),
        ),
      );
    const row = await database.first(query.compile());
    const count = Number(row?.['count'] ?? 0);
    if (count === 0) continue;
    const records = count === 1 ? 'A record' : `${count} records`;
    const message = `${records} of ${table} without any entry, the first ${String(row?.['first'])}: entries were removed, or records inserted.`;
    faults.push({ kind: 'unlogged', chain: GLOBAL_CHAIN, sequence: 0, entryId: null, message });
  }
  return faults;
}

/**
 * Whether an entry names a record. Entries have a qualified key as it is shown, and its tenant; those of a time when the record was global
 * have none.
 */
function names({ key, fields, tenant }: ObjectDefinition): RawBuilder<SqlBool> {
  const [entryKey, stored] = [sql.ref('entry.objectId'), sql.ref(`record.${key}`)];
  if (!(tenant && fields[key]?.qualified)) return sql<SqlBool>`${entryKey} = ${stored}`;
  const [entryTenant, owner] = [sql.ref('entry.tenantId'), sql.ref('record.tenantId')];
  const shown = sql`case when ${owner} is null then ${stored} else substr(${stored}, length(${owner}) + 2) end`;
  return sql<SqlBool>`${entryKey} = ${shown} and (${entryTenant} = ${owner} or ${entryTenant} is null)`;
}

function isLogged({ options }: ObjectDefinition): boolean {
  return options.audit !== false;
}
