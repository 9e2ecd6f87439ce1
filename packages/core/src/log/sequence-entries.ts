import { formatCheckpoint, formatNote, growTree, treeRoot } from '@colophon/verify';
import type { Dialect } from '../storage/dialect.ts';
import type { Statement } from '../storage/statement.ts';
import { AuditHeads } from '../audit/audit-chain.ts';
import { keepEnds } from '../audit/kept-ends.ts';
import type { ChainHead } from '../audit/read-unsealed.ts';
import { newKey } from '../fields/new-key.ts';
import { headKeeper } from '../heads/kept-heads.ts';
import type { Database } from '../storage/database.ts';
import { asBytes, asText, equal, sha256 } from './hashes.ts';
import { loggedOf } from './is-logged.ts';
import { LogDamagedError } from './log-error.ts';
import { leafHashOf, leafOf } from './log-leaf.ts';
import type { LogStatement } from './log-source.ts';
import type { StoredEdge } from './stored-tree.ts';
import type { OpenLog, StoredHead, TransparencyLog } from './transparency-log.ts';

/** What is to be logged, with its kind. */
export interface NewEntry extends LogStatement {
  readonly kind: string;
}

/** A head that was signed now. */
export interface SignedHead {
  readonly id: string;
  readonly origin: string;
  readonly size: number;
  readonly note: string;
}

const LOCK = 'transparency log';
/** Idle, a head a day is signed, so that silence shows. */
const IDLE_MS = 86_400_000;
const INSERTED_AT_ONCE = 50;

/**
 * Numbers entries, stores the tiles that became full, and signs a head over everything, all in one transaction: an entry is numbered and
 * under a signed head, or neither. One process at a time does so. Afterwards the head is kept outside of the database.
 *
 * Entries that are in the log already are left out. Without new ones a head is signed if the last one is a day old.
 *
 * @returns the head; undefined if there was nothing to sign
 * @throws LogDamagedError if the log does not continue the head that was signed last, LogKeyError
 */
export async function sequenceEntries(
  log: TransparencyLog,
  entries: readonly NewEntry[],
  now = new Date(),
): Promise<SignedHead | undefined> {
  const { database, key } = log;
  const signed = await database.transaction(async () => {
    await database.lock(LOCK);
    const open = await log.open(key);
    const head = await log.head(open.number);
    const edge = await provedEdge(log, open, head);
    const added = await withoutLogged(database, open.number, entries);
    const isIdle = head !== undefined && now.getTime() - Date.parse(head.signedAt) < IDLE_MS;
    if (added.length === 0 && (isIdle || !head)) return undefined;
    const leaves = added.map(({ kind, id, digest }) => leafOf(kind, id, digest));
    const hashes = leaves.map(leafHashOf);
    const grown = await growTree(edge, hashes, sha256);
    const stamps = stampsOf(database, now);
    const rows = added.map(({ kind, id }, at) => ({
      id: newKey(),
      log: open.number,
      index: edge.size + at,
      kind,
      objectId: id,
      leaf: leaves[at],
      leafHash: asText(hashes[at] ?? new Uint8Array()),
      ...stamps,
    }));
    for (let start = 0; start < rows.length; start += INSERTED_AT_ONCE)
      await database.run(insertOf(database.dialect, 'log_entries', rows.slice(start, start + INSERTED_AT_ONCE)));
    for (const { tile, hashes: full } of grown.full) {
      const { level, index: position } = tile;
      const root = asText(await rootOfTile(full));
      const row = { id: newKey(), log: open.number, level: Number(level), position, hashes: asText(full), root, ...stamps };
      await database.run(insertOf(database.dialect, 'log_tiles', [row]));
    }
    const text = formatCheckpoint({ origin: open.origin, size: grown.size, root: grown.root, extensions: [] });
    const note = formatNote(text, [await key.signatureLine(open.origin, text)]);
    const id = newKey();
    const place = { log: open.number, size: grown.size, root: asText(grown.root) };
    await database.run(
      insertOf(database.dialect, 'log_heads', [{ id, ...place, note, token: null, signedAt: stamps.created_at, ...stamps }]),
    );
    const { size, partial, root } = grown;
    const noted = added.flatMap((each) => (each.kind === 'audit' ? [each.id] : []));
    return { head: { id, origin: open.origin, size, note }, edge: { size, partial, root }, number: open.number, noted };
  });
  if (!signed) return undefined;
  log.tree(signed.number).noteEdge(signed.edge);
  await keepHead(database, signed.head);
  await keepEnds(database, await endsOf(database, signed.noted));
  return signed.head;
}

/**
 * Returns the edge of the tree, once it is proved to be that of the last head, and to continue the head that is kept outside of the database.
 *
 * @throws LogDamagedError
 */
export async function provedEdge(log: TransparencyLog, open: OpenLog, head: StoredHead | undefined): Promise<StoredEdge> {
  const tree = log.tree(open.number);
  const size = head?.size ?? 0;
  const edge = await tree.edge(size);
  if (head && !equal(edge.root, asBytes(head.root)))
    throw new LogDamagedError(`The entries of ${open.origin} are not those of its last signed head, of ${size} entries.`);
  const { builder } = log.database.dialect;
  const beyond = builder.selectFrom('log_entries').select('id').where('log', '=', open.number).where('index', '>=', size).limit(1);
  if (await log.database.first(beyond.compile()))
    throw new LogDamagedError(`${open.origin} has entries beyond its last signed head, of ${size} entries: they were inserted.`);
  const kept = await log.keptHead();
  if (!kept) return edge;
  const keptAt = log.database.ports.use(headKeeper)?.place;
  if (kept.origin !== open.origin)
    throw new LogDamagedError(`${keptAt} holds a head of ${kept.origin}, but the log of the database is ${open.origin}.`);
  if (kept.size > size)
    throw new LogDamagedError(`${keptAt} holds a head of ${kept.size} entries, but ${open.origin} has ${size}: its end was removed.`);
  const root = kept.size === size ? edge.root : await treeRoot(kept.size, tree.reader(size), sha256);
  if (!equal(root, kept.root)) throw new LogDamagedError(`${open.origin} does not continue the head of ${kept.size} entries in ${keptAt}.`);
  return edge;
}

async function withoutLogged(database: Database, log: number, entries: readonly NewEntry[]): Promise<readonly NewEntry[]> {
  const byKind = new Map<string, Map<string, NewEntry>>();
  for (const entry of entries) {
    const same = byKind.get(entry.kind) ?? new Map<string, NewEntry>();
    if (!same.has(entry.id)) same.set(entry.id, entry);
    byKind.set(entry.kind, same);
  }
  const added: NewEntry[] = [];
  for (const [kind, same] of byKind) {
    const logged = await loggedOf(database, log, kind, [...same.keys()]);
    for (const entry of same.values()) if (!logged.has(entry.id)) added.push(entry);
  }
  return added;
}

/** The ends of chains that are logged now; the latest of each chain. */
async function endsOf(database: Database, ids: readonly string[]): Promise<ReadonlyMap<string, ChainHead>> {
  const ends = new Map<string, ChainHead>();
  for (const id of ids) {
    const noted = await new AuditHeads(database).get(id);
    if (noted && noted.sequence > (ends.get(noted.chain)?.sequence ?? 0))
      ends.set(noted.chain, { sequence: noted.sequence, chainHash: noted.chainHash });
  }
  return ends;
}

/** Only the later one of two heads is kept: another process may have signed one in the meantime. */
async function keepHead(database: Database, { origin, size, note }: SignedHead): Promise<void> {
  const keeper = database.ports.use(headKeeper);
  if (!keeper) return;
  const kept = (await keeper.read()) ?? { audit: {} };
  const [keptOrigin, keptSize] = kept.log?.split('\n') ?? [];
  if (keptOrigin === origin && Number(keptSize) > size) return;
  await keeper.write({ ...kept, log: note });
}

async function rootOfTile(hashes: Uint8Array): Promise<Uint8Array> {
  const whole = await growTree(
    { size: 0, partial: [] },
    Array.from({ length: hashes.length / 32 }, (_, at) => hashes.subarray(at * 32, at * 32 + 32)),
    sha256,
  );
  return whole.root;
}

function stampsOf(database: Database, now: Date): { readonly rev: number; readonly created_at: unknown; readonly updated_at: unknown } {
  const time = database.dialect.encode('datetime', now.toISOString());
  return { rev: 1, created_at: time, updated_at: time };
}

function insertOf({ builder }: Dialect, table: string, rows: readonly Readonly<Record<string, unknown>>[]): Statement {
  return builder
    .insertInto(table)
    .values([...rows])
    .compile();
}
