import type { Database } from '../storage/database.ts';
import type { Dialect } from '../storage/dialect.ts';
import { AUDIT_TABLE } from './write-audit.ts';
import { GLOBAL_CHAIN } from './audit-chain.ts';
import { chainHash, type ChainLink, commit, entryHash, GENESIS, type SealedEntry } from './chain-hash.ts';
import { ENTRY_COLUMNS, entryOf, keyAt, LINK_COLUMNS, timeOfKey } from './read-entries.ts';

/**
 * Milliseconds that the latest sealed entry is looked back from: an entry that was written before another may be committed after
 * it, by as much as a transaction lasts and the clocks of two machines differ. What is older and has no link was never written by
 * a save.
 */
export const LOOK_BACK_MS = 15 * 60_000;
const AT_ONCE = 250;
const LOCK = 'audit chain';

/**
 * Appends the audit entries that are committed to the chain of their tenant. Any number of processes may do so at once: one at a
 * time holds the lock. A save waits for none of it.
 *
 * @param lookBack milliseconds
 * @returns the chains that grew, and how far they go now
 */
export async function sealAuditEntries(database: Database, lookBack = LOOK_BACK_MS): Promise<ReadonlyMap<string, ChainHead>> {
  const heads = new Map<string, ChainHead>();
  // Most rounds find nothing, and nobody is to wait for that.
  let from = await lookedBackFrom(database, lookBack);
  const [first] = await unsealed(database, from, 1);
  if (!first) return heads;
  from = String(first[0]);
  for (;;) {
    const last = await database.transaction(() => sealPart(database, from, heads));
    if (last === undefined) return heads;
    from = last;
  }
}

/** How far a chain goes. */
export interface ChainHead {
  readonly sequence: number;
  readonly chainHash: string;
}

/** @returns the last entry that was sealed, where there may be more after it */
async function sealPart(database: Database, from: string, heads: Map<string, ChainHead>): Promise<string | undefined> {
  await database.lock(LOCK);
  const rows = await unsealed(database, from, AT_ONCE);
  if (rows.length === 0) return undefined;
  const grown = new Map<string, ChainHead>();
  const links: ChainLink[] = [];
  for (const row of rows) {
    const entry = entryOf(database.dialect, row);
    const chain = entry.tenantId ?? GLOBAL_CHAIN;
    const head = grown.get(chain) ?? (await headOf(database, chain));
    const link = linkAfter(head, chain, entry);
    grown.set(chain, link);
    links.push(link);
  }
  await insertLinks(database, links);
  for (const [chain, { sequence, chainHash: latest }] of grown) heads.set(chain, { sequence, chainHash: latest });
  return rows.length < AT_ONCE ? undefined : links.at(-1)?.entryId;
}

function linkAfter(head: ChainHead | undefined, chain: string, entry: SealedEntry): ChainLink {
  const { commitments, salts } = commit(entry);
  const place = { chain, sequence: (head?.sequence ?? 0) + 1, entryId: entry.id, entryHash: entryHash(entry, commitments) };
  return { ...place, chainHash: chainHash(head?.chainHash ?? GENESIS, place), commitments, salts };
}

/** The end of a chain; undefined where it has no link yet. */
export async function headOf(database: Database, chain: string): Promise<ChainHead | undefined> {
  const query = database.dialect.builder
    .selectFrom('audit_chain')
    .select(['sequence', 'chainHash'])
    .where('chain', '=', chain)
    .orderBy('sequence', 'desc')
    .limit(1);
  const row = await database.first(query.compile());
  return row && { sequence: Number(row['sequence']), chainHash: String(row['chainHash']) };
}

/** The lowest key that an entry without a link can have. */
async function lookedBackFrom(database: Database, lookBack: number): Promise<string> {
  const query = database.dialect.builder.selectFrom('audit_chain').select((each) => each.fn.max('entryId').as('id'));
  const latest = (await database.first(query.compile()))?.['id'];
  return typeof latest === 'string' ? keyAt(Math.min(timeOfKey(latest), Date.now()) - lookBack) : '';
}

/** Committed entries without a link, in the order in which they were written; none from the future, whose time must come first. */
async function unsealed(database: Database, from: string, limit: number): Promise<readonly (readonly unknown[])[]> {
  const query = database.dialect.builder
    .selectFrom(`${AUDIT_TABLE} as entry`)
    .select(limit === 1 ? ['entry.id'] : ENTRY_COLUMNS.map((name) => `entry.${name}` as const))
    .where('entry.id', '>=', from)
    .where('entry.id', '<', keyAt(Date.now() + CLOCKS_DIFFER_MS))
    .where((each) =>
      each.not(each.exists(each.selectFrom('audit_chain as link').select('link.entryId').whereRef('link.entryId', '=', 'entry.id'))),
    )
    .orderBy('entry.id')
    .limit(limit);
  return database.values(query.compile());
}

const CLOCKS_DIFFER_MS = 60_000;

/** A few at a time by a statement that is built once for each number of them: building one costs more than running it. */
async function insertLinks(database: Database, links: readonly ChainLink[]): Promise<void> {
  const { dialect } = database;
  const stamp = dialect.encode('datetime', new Date().toISOString());
  for (let start = 0; start < links.length; start += INSERTED_AT_ONCE) {
    const part = links.slice(start, start + INSERTED_AT_ONCE);
    const parameters = part.flatMap(({ entryId, chain, sequence, entryHash: ofEntry, chainHash: ofChain, commitments, salts }) => [
      entryId,
      chain,
      sequence,
      ofEntry,
      ofChain,
      dialect.encode('json', commitments),
      dialect.encode('json', salts),
      1,
      stamp,
      stamp,
    ]);
    await database.run({ sql: insertText(dialect, part.length), parameters });
  }
}

const INSERTED_AT_ONCE = 25;
/** In the order of the values above. */
const COLUMNS = [...LINK_COLUMNS, 'rev', 'created_at', 'updated_at'];
const texts = new WeakMap<Dialect, Map<number, string>>();

function insertText(dialect: Dialect, rows: number): string {
  const known = texts.get(dialect) ?? new Map<number, string>();
  texts.set(dialect, known);
  let text = known.get(rows);
  if (text === undefined) {
    const row = Object.fromEntries(COLUMNS.map((name) => [name, 0]));
    text = dialect.builder
      .insertInto('audit_chain')
      .values(Array.from({ length: rows }, () => row))
      .compile().sql;
    known.set(rows, text);
  }
  return text;
}
