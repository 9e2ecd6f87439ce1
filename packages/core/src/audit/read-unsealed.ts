import { eachInTurns } from '../async/in-turns.ts';
import { keyAt, timeOfKey } from '../fields/time-of-key.ts';
import type { Row, Statement } from '../storage/statement.ts';
import type { Dialect } from '../storage/dialect.ts';
import { type ChainLink, chainHash, commit, entryHash, GENESIS, type SealedEntry } from './chain-hash.ts';
import { AUDIT_TABLE, GLOBAL_CHAIN } from '../journal/chain-names.ts';
import { ENTRY_COLUMNS, entryOf, misdated } from './read-entries.ts';

/** The source of entries and links: a database, or the single connection of a thread. */
export interface LogReader {
  readonly dialect: Dialect;
  first(statement: Statement): Promise<Row | undefined>;
  values(statement: Statement): Promise<readonly (readonly unknown[])[]>;
}

/** The end of a chain. */
export interface ChainHead {
  readonly sequence: number;
  readonly chainHash: string;
}

/** Maximum number of entries sealed at once, whatever their length. */
export const ENTRIES_AT_ONCE = 100;
/** Entries read by one statement while they are long: an entry contains a record before and after the change. */
const LONG_AT_ONCE = 10;
/** In stored characters, on average. */
const LONG = 20_000;
/** Entries dated later than this from now wait until their time. */
export const CLOCKS_DIFFER_MS = 60_000;

/** Returns the end of a chain; undefined if it has no link yet. */
export async function headOf(reader: LogReader, chain: string): Promise<ChainHead | undefined> {
  const query = reader.dialect.builder
    .selectFrom('audit_chain')
    .select(['sequence', 'chainHash'])
    .where('chain', '=', chain)
    .orderBy('sequence', 'desc')
    .limit(1);
  const row = await reader.first(query.compile());
  return row && { sequence: Number(row['sequence']), chainHash: String(row['chainHash']) };
}

/**
 * Returns the lowest possible key of an entry without a link.
 *
 * @param lookBack milliseconds before the latest sealed entry
 */
export async function lookedBackFrom(reader: LogReader, lookBack: number): Promise<string> {
  const query = reader.dialect.builder.selectFrom('audit_chain').select((each) => each.fn.max('entryId').as('id'));
  const latest = (await reader.first(query.compile()))?.['id'];
  return boundOf(latest, lookBack);
}

/**
 * Returns the lowest possible key of an entry without a link that a save may have written.
 *
 * @param latest the key of the entry sealed last; whatever the database holds
 */
export function boundOf(latest: unknown, lookBack: number): string {
  if (typeof latest !== 'string') return '';
  const [time, now] = [timeOfKey(latest), Date.now()];
  // A key that is none has no time.
  return keyAt((time <= now ? time : now) - lookBack);
}

/** Returns the first entry without a link that can be sealed; most rounds find none. */
export async function firstUnsealed(reader: LogReader, from: string): Promise<string | undefined> {
  for (let start = from; ;) {
    const rows = await unsealed(reader, start, ['id', 'created_at'], ENTRIES_AT_ONCE);
    const found = rows.map((row) => namedOf(reader.dialect, row)).find((each) => misdated(each) === undefined);
    if (found || rows.length < ENTRIES_AT_ONCE) return found?.id;
    start = keyAfter(String(rows.at(-1)?.[0]));
  }
}

/** Returns the key and the time for the values of `id` and `created_at`. */
export function namedOf(dialect: Dialect, [id, createdAt]: readonly unknown[]): { readonly id: string; readonly created_at: string } {
  return { id: String(id), created_at: String(dialect.decode('datetime', createdAt)) };
}

/** The links of the next entries. */
export interface NextLinks {
  readonly links: readonly ChainLink[];
  /** From where the next ones are read; undefined at the end of the log. */
  readonly next: string | undefined;
  /** The length of the entries' values, in stored characters. */
  readonly characters: number;
}

/**
 * Creates links for the next entries that have none and that a save can have written, without blocking the event loop: hashing a long entry takes 20 ms.
 *
 * @param heads the ends of the chains so far; updated with the new links
 * @param limit the maximum number of entries read
 */
export async function nextLinks(
  reader: LogReader,
  from: string,
  heads: Map<string, ChainHead>,
  limit = ENTRIES_AT_ONCE,
): Promise<NextLinks> {
  const links: ChainLink[] = [];
  let characters = 0;
  let read = 0;
  const seal = async (row: readonly unknown[]): Promise<void> => {
    for (const value of row) characters += typeof value === 'string' ? value.length : 0;
    const entry = entryOf(reader.dialect, row);
    // It stays without a link, and whoever checks the log is told.
    if (misdated(entry) !== undefined) return;
    const chain = entry.tenantId ?? GLOBAL_CHAIN;
    const link = linkAfter(heads.get(chain) ?? (await headOf(reader, chain)), chain, entry);
    heads.set(chain, { sequence: link.sequence, chainHash: link.chainHash });
    links.push(link);
  };
  for (let asked = Math.min(limit, LONG_AT_ONCE), next = from; asked > 0;) {
    const rows = await unsealed(reader, next, ENTRY_COLUMNS, asked);
    await eachInTurns(rows, seal);
    if (rows.length < asked) return { links, characters, next: undefined };
    read += rows.length;
    next = keyAfter(String(rows.at(-1)?.[0]));
    const rest = limit - read;
    asked = characters / read > LONG ? Math.min(rest, LONG_AT_ONCE) : rest;
    if (rest === 0) return { links, characters, next };
  }
  return { links, characters, next: undefined };
}

/** The lowest key above that of an entry. */
function keyAfter(key: string): string {
  return `${key} `;
}

/** Returns committed entries without a link, in write order; entries dated in the future wait until that time. */
function unsealed(
  reader: LogReader,
  from: string,
  columns: readonly (typeof ENTRY_COLUMNS)[number][],
  limit: number,
): Promise<readonly (readonly unknown[])[]> {
  const query = reader.dialect.builder
    .selectFrom(`${AUDIT_TABLE} as entry`)
    .select(columns.map((name) => `entry.${name}` as const))
    .where('entry.id', '>=', from)
    .where('entry.id', '<', keyAt(Date.now() + CLOCKS_DIFFER_MS))
    .where((each) =>
      each.not(
        each.exists(
          each
            .selectFrom('audit_chain as link')
            .select('link.entryId')
            .whereRef('link.entryId', '=', 'entry.id')
            // Implied by the condition above; without it a database that joins the tables would read all links.
            .where('link.entryId', '>=', from),
        ),
      ),
    )
    .orderBy('entry.id')
    .limit(limit);
  return reader.values(query.compile());
}

function linkAfter(head: ChainHead | undefined, chain: string, entry: SealedEntry): ChainLink {
  const { commitments, salts } = commit(entry);
  const place = { chain, sequence: (head?.sequence ?? 0) + 1, entryId: entry.id, entryHash: entryHash(entry, commitments) };
  return { ...place, chainHash: chainHash(head?.chainHash ?? GENESIS, place), commitments, salts };
}
