import type { Database } from '../storage/database.ts';
import type { Statement } from '../storage/statement.ts';
import { chainsOf } from './chains-of.ts';
import { keyAt } from '../fields/time-of-key.ts';
import type { ChainFault, ChainRecord } from './verify-chain.ts';
import { AUDIT_TABLE } from '../journal/chain-names.ts';
import { GLOBAL_CHAIN } from '../journal/chain-names.ts';
import { ENTRY_COLUMNS, entryOf, LINK_COLUMNS, linkOf, misdated } from './read-entries.ts';
import { boundOf, CLOCKS_DIFFER_MS, namedOf } from './read-unsealed.ts';
import { LOOK_BACK_MS } from './seal-entries.ts';

const AT_ONCE = 250;

/** Yields the links of every chain with their entries, as stored, in batches. */
export async function* storedChains(database: Database): AsyncGenerator<ChainRecord> {
  for (const chain of await chainsOf(database)) yield* storedChain(database, chain);
}

async function* storedChain(database: Database, chain: string): AsyncGenerator<ChainRecord> {
  const { dialect } = database;
  for (let reading = readLinks(database, chain, -1); ;) {
    const rows = await reading;
    const isLast = rows.length < AT_ONCE;
    if (!isLast) {
      // A database server reads the next rows while these are verified.
      reading = readLinks(database, chain, Number(rows.at(-1)?.[SEQUENCE]));
      // A failure is thrown when the rows are awaited, and ignored if nobody waits for them any more.
      reading.catch(() => undefined);
    }
    for (const row of rows) {
      const values = row.slice(LINK_COLUMNS.length);
      yield { link: linkOf(dialect, row), entry: values[0] === null ? null : entryOf(dialect, values) };
    }
    if (isLast) return;
  }
}

const SEQUENCE = LINK_COLUMNS.indexOf('sequence');

async function readLinks(database: Database, chain: string, after: number): Promise<readonly (readonly unknown[])[]> {
  const query = database.dialect.builder
    .selectFrom('audit_chain as link')
    .leftJoin(`${AUDIT_TABLE} as entry`, 'entry.id', 'link.entryId')
    .select([...LINK_COLUMNS.map((name) => `link.${name}` as const), ...ENTRY_COLUMNS.map((name) => `entry.${name}` as const)])
    .where('link.chain', '=', chain)
    .where('link.sequence', '>', after)
    .orderBy('link.sequence')
    .limit(AT_ONCE);
  return database.values(query.compile());
}

/** Entries without a link: those not sealed yet, and the first one that was not written by a save. */
export interface UnsealedEntries {
  readonly waiting: number;
  readonly inserted: ChainFault | undefined;
}

const UNLINKED_AT_ONCE = 1000;

/**
 * Finds entries without a link. One that is older than the latest sealed ones, dated in the future, or whose key and time do not fit was not
 * written by a save, and is not sealed either.
 */
export async function findUnsealed(database: Database): Promise<UnsealedEntries> {
  const { builder } = database.dialect;
  const latest = await database.first(
    builder
      .selectFrom('audit_chain')
      .select((each) => each.fn.max('entryId').as('id'))
      .compile(),
  );
  const [bound, future] = [boundOf(latest?.['id'], LOOK_BACK_MS), keyAt(Date.now() + CLOCKS_DIFFER_MS)];
  let waiting = 0;
  let inserted: ChainFault | undefined;
  for (let after = ''; ;) {
    const rows = await database.values(unlinkedAfter(database, after));
    for (const [id, createdAt, tenantId] of rows) {
      const entry = namedOf(database.dialect, [id, createdAt]);
      const reason =
        misdated(entry) ??
        (entry.id < bound ? 'it is older than the entry sealed last' : entry.id >= future ? 'it is dated in the future' : undefined);
      if (reason === undefined) waiting += 1;
      else inserted ??= insertedFault(entry.id, tenantId, reason);
    }
    if (rows.length < UNLINKED_AT_ONCE) return { waiting, inserted };
    after = String(rows.at(-1)?.[0]);
  }
}

function unlinkedAfter(database: Database, after: string): Statement {
  return database.dialect.builder
    .selectFrom(`${AUDIT_TABLE} as entry`)
    .select(['entry.id', 'entry.created_at', 'entry.tenantId'])
    .where('entry.id', '>', after)
    .where((each) =>
      each.not(each.exists(each.selectFrom('audit_chain as link').select('link.entryId').whereRef('link.entryId', '=', 'entry.id'))),
    )
    .orderBy('entry.id')
    .limit(UNLINKED_AT_ONCE)
    .compile();
}

function insertedFault(entryId: string, tenantId: unknown, reason: string): ChainFault {
  const chain = typeof tenantId === 'string' ? tenantId : GLOBAL_CHAIN;
  const message = `The entry is not in the chain, and was not written by a save: ${reason}.`;
  return { kind: 'inserted', chain, sequence: 0, entryId, message };
}
