import type { Database } from '../storage/database.ts';
import { chainsOf } from './checkpoints.ts';
import type { ChainFault, ChainRecord } from './verify-chain.ts';
import { AUDIT_TABLE } from '../journal/chain-names.ts';
import { GLOBAL_CHAIN } from '../journal/chain-names.ts';
import { ENTRY_COLUMNS, entryOf, keyAt, LINK_COLUMNS, linkOf, timeOfKey } from './read-entries.ts';
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

/** Finds entries without a link. An entry older than the latest sealed ones that was not sealed with them was inserted later. */
export async function findUnsealed(database: Database): Promise<UnsealedEntries> {
  const { builder } = database.dialect;
  const latest = await database.first(
    builder
      .selectFrom('audit_chain')
      .select((each) => each.fn.max('entryId').as('id'))
      .compile(),
  );
  const last = latest?.['id'];
  const bound = typeof last === 'string' ? keyAt(Math.min(timeOfKey(last), Date.now()) - LOOK_BACK_MS) : '';
  const unlinked = builder
    .selectFrom(`${AUDIT_TABLE} as entry`)
    .where((each) =>
      each.not(each.exists(each.selectFrom('audit_chain as link').select('link.entryId').whereRef('link.entryId', '=', 'entry.id'))),
    );
  const old = unlinked.select(['entry.id', 'entry.tenantId']).where('entry.id', '<', bound).orderBy('entry.id').limit(1);
  const waiting = unlinked.select((each) => each.fn.countAll().as('count')).where('entry.id', '>=', bound);
  const [inserted] = await database.all(old.compile());
  const message = 'The entry is not in the chain and is older than the entry sealed last: it was not written by a save.';
  return {
    waiting: Number((await database.first(waiting.compile()))?.['count'] ?? 0),
    inserted: inserted && {
      kind: 'inserted',
      chain: typeof inserted['tenantId'] === 'string' ? inserted['tenantId'] : GLOBAL_CHAIN,
      sequence: 0,
      entryId: String(inserted['id']),
      message,
    },
  };
}
