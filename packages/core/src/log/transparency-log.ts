import { formatLogProof, inclusionProof, parseNote, parseCheckpoint, type Tile, TILE_WIDTH, formatEntries } from '@colophon/verify';
import { UsageError } from '../errors/errors.ts';
import { headKeeper } from '../heads/kept-heads.ts';
import { port } from '../ports/ports.ts';
import type { Database } from '../storage/database.ts';
import { newKey } from '../fields/new-key.ts';
import { sha256 } from './hashes.ts';
import type { LogKey } from './log-key.ts';
import { LogKeyError } from './log-error.ts';
import { StoredTree } from './stored-tree.ts';

/** A log of the database. */
export interface OpenLog {
  readonly number: number;
  readonly origin: string;
  readonly vkey: string;
}

/** The last signed head of a log. */
export interface StoredHead {
  readonly id: string;
  readonly size: number;
  /** In base64url. */
  readonly root: string;
  readonly note: string;
  readonly token: string | null;
  readonly signedAt: string;
}

export interface TransparencyLogOptions {
  /** Signs heads; called when the first one is signed, so that reading creates no key. Without it the log can only be read. */
  readonly readKey?: (() => LogKey) | undefined;
  /** The name of a log that is opened now, such as `news.example/log`. One that is open keeps its name, whatever the address is later. */
  readonly origin: string;
}

/** The transparency log of a database: what it holds, and proofs from it. `sequence-entries.ts` adds to it. */
export class TransparencyLog {
  readonly database: Database;
  readonly #readKey: (() => LogKey) | undefined;
  #key: LogKey | undefined;
  readonly #origin: string;
  readonly #trees = new Map<number, StoredTree>();

  constructor(database: Database, { readKey, origin }: TransparencyLogOptions) {
    this.database = database;
    this.#readKey = readKey;
    this.#origin = origin;
  }

  /** The key that signs heads. @throws UsageError if there is none, or it is unusable */
  get key(): LogKey {
    this.#key ??= this.#readKey?.();
    if (this.#key) return this.#key;
    throw new UsageError('This log can only be read: there is no key to sign its heads with.');
  }

  /** Returns the log that is open; undefined if none was opened yet. */
  async current(): Promise<OpenLog | undefined> {
    return (await this.logs()).at(-1);
  }

  /** Returns all logs of this database, the open one last. */
  async logs(): Promise<readonly OpenLog[]> {
    const query = this.database.dialect.builder.selectFrom('logs').select(['number', 'origin', 'vkey']).orderBy('number');
    const rows = await this.database.all(query.compile());
    return rows.map((row) => ({ number: Number(row['number']), origin: String(row['origin']), vkey: String(row['vkey']) }));
  }

  /**
   * Returns the log that is open, opening the first one if there is none. Runs under the lock of the sequencer.
   *
   * @throws LogKeyError if the key is another one than the log's
   */
  async open(key: LogKey): Promise<OpenLog> {
    const current = (await this.current()) ?? (await this.addLog(key, 1));
    if (current.vkey !== (await key.vkey(current.origin))) throw new LogKeyError(current.origin);
    return current;
  }

  /** Opens another log: the first one, or the one after a restore. */
  async addLog(key: LogKey, number: number): Promise<OpenLog> {
    const origin = number === 1 ? this.#origin : `${this.#origin}/${number}`;
    const [at, vkey] = [new Date().toISOString(), await key.vkey(origin)];
    const time = this.database.dialect.encode('datetime', at);
    const values = { id: newKey(), number, origin, vkey, openedAt: time, rev: 1, created_at: time, updated_at: time };
    await this.database.run(this.database.dialect.builder.insertInto('logs').values(values).compile());
    return { number, origin, vkey };
  }

  /** Returns the last signed head; undefined if there is none yet. */
  async head(log: number): Promise<StoredHead | undefined> {
    return this.#lastHead(log, false);
  }

  /** Returns the last head that has a time stamp; undefined if none has. */
  async stampedHead(log: number): Promise<StoredHead | undefined> {
    return this.#lastHead(log, true);
  }

  /** Adds a time stamp to a head that has none yet. @param token in base64 */
  async addToken(head: string, token: string): Promise<void> {
    const update = this.database.dialect.builder.updateTable('log_heads').set({ token }).where('id', '=', head).where('token', 'is', null);
    await this.database.run(update.compile());
  }

  async #lastHead(log: number, isStamped: boolean): Promise<StoredHead | undefined> {
    const { dialect } = this.database;
    const heads = dialect.builder
      .selectFrom('log_heads')
      .select(['id', 'size', 'root', 'note', 'token', 'signedAt'])
      .where('log', '=', log)
      .orderBy('size', 'desc')
      .orderBy('id', 'desc')
      .limit(1);
    const row = await this.database.first((isStamped ? heads.where('token', 'is not', null) : heads).compile());
    return (
      row && {
        id: String(row['id']),
        size: Number(row['size']),
        root: String(row['root']),
        note: String(row['note']),
        token: typeof row['token'] === 'string' ? row['token'] : null,
        signedAt: String(dialect.decode('datetime', row['signedAt'])),
      }
    );
  }

  tree(log: number): StoredTree {
    const known = this.#trees.get(log) ?? new StoredTree(this.database, log);
    this.#trees.set(log, known);
    return known;
  }

  /**
   * Returns the proof that an object is in the open log, with a signed head (C2SP tlog-proof): the last one with a time stamp that covers it, else
   * the last one. Its extra data is the entry.
   *
   * @returns undefined if it is not logged, or not under a signed head yet
   */
  async proof(kind: string, objectId: string): Promise<LoggedProof | undefined> {
    const log = await this.current();
    const last = log && (await this.head(log.number));
    if (!log || !last) return undefined;
    const query = this.database.dialect.builder
      .selectFrom('log_entries')
      .select(['index', 'leaf'])
      .where('log', '=', log.number)
      .where('kind', '=', kind)
      .where('objectId', '=', objectId);
    const row = await this.database.first(query.compile());
    const index = Number(row?.['index']);
    if (!row || index >= last.size) return undefined;
    const stamped = await this.stampedHead(log.number);
    const head = stamped && index < stamped.size ? stamped : last;
    const hashes = await inclusionProof(index, head.size, this.tree(log.number).reader(head.size), sha256);
    const extra = Buffer.from(String(row['leaf']));
    return { index, text: formatLogProof({ extra, index, hashes, checkpoint: head.note }), token: head.token };
  }

  /** Returns the bytes of a tile of hashes or entries; undefined if the signed log does not have it. */
  async tile(log: number, tile: Tile): Promise<Uint8Array | undefined> {
    const size = (await this.head(log))?.size ?? 0;
    const level = tile.level === 'entries' ? 0 : tile.level;
    if ((tile.index * TILE_WIDTH + tile.width) * TILE_WIDTH ** level > size) return undefined;
    if (tile.level !== 'entries') return this.tree(log).tile({ ...tile, level: tile.level });
    const query = this.database.dialect.builder
      .selectFrom('log_entries')
      .select('leaf')
      .where('log', '=', log)
      .where('index', '>=', tile.index * TILE_WIDTH)
      .where('index', '<', tile.index * TILE_WIDTH + tile.width)
      .orderBy('index');
    const rows = await this.database.values(query.compile());
    return rows.length === tile.width ? formatEntries(rows.map(([leaf]) => Buffer.from(String(leaf)))) : undefined;
  }

  /** Returns the head that is kept outside of the database, read. @throws UsageError if it cannot be read */
  async keptHead(): Promise<KeptLogHead | undefined> {
    const kept = await this.database.ports.use(headKeeper)?.read();
    if (!kept?.log) return undefined;
    const { origin, size, root } = parseCheckpoint(parseNote(kept.log).text);
    return { origin, size, root, note: kept.log };
  }
}

/** A proof, with the place in the log. */
export interface LoggedProof {
  readonly index: number;
  readonly text: string;
  /** A time stamp of the head in it, in base64. */
  readonly token: string | null;
}

export interface KeptLogHead {
  readonly origin: string;
  readonly size: number;
  readonly root: Uint8Array;
  readonly note: string;
}

/**
 * The transparency log of a database; without it nothing is logged.
 *
 * @example
 * database.ports.provide(transparencyLog, new TransparencyLog(database, { readKey: () => new LogKey(secret), origin: 'news.example/log' }));
 */
export const transparencyLog = port<TransparencyLog | undefined>('transparencyLog', undefined);
