import { growTree, type ReadTile, type Tile, TILE_WIDTH, tilePath, type TreeEdge } from '@colophon/verify';
import type { Database } from '../storage/database.ts';
import { asBytes, sha256 } from './hashes.ts';
import { LogDamagedError } from './log-error.ts';

const HASH = 32;
/** The last head, and the last one that was stamped, with those that another process has just signed. */
const MAXIMUM_EDGES = 4;

/** The last tiles of each level, which are not full, and the root of the tree with them. */
export interface StoredEdge extends TreeEdge {
  readonly root: Uint8Array;
}

/** The tree of a log as the database has it. */
export class StoredTree {
  readonly #database: Database;
  readonly #log: number;
  /** Those of the last heads that were asked for; a tree only grows, so each stays right for its size. */
  readonly #edges = new Map<number, StoredEdge>();

  constructor(database: Database, log: number) {
    this.#database = database;
    this.#log = log;
  }

  /** Returns the edge of the tree of this size. */
  async edge(size: number): Promise<StoredEdge> {
    const known = this.#edges.get(size);
    if (known) return known;
    const edge = await this.#readEdge(size);
    this.noteEdge(edge);
    return edge;
  }

  /** Reads a tile of a tree of this size. A partial one is the beginning of what is there. */
  reader(size: number): ReadTile {
    return async (tile) => {
      if (tile.level === 'entries') throw new LogDamagedError('Entries are no hashes.');
      if (tile.width === TILE_WIDTH) return this.#fullTile(tile);
      const edge = await this.edge(size);
      const part = edge.partial[tile.level] ?? new Uint8Array();
      return part.subarray(0, tile.width * HASH);
    };
  }

  /** Reads a tile or a part of it, of whatever size the log was then; undefined if it has no such tile. */
  async tile(tile: Tile & { readonly level: number }): Promise<Uint8Array | undefined> {
    const { level, index, width } = tile;
    const full = await this.#storedTile(level, index);
    if (full) return full.subarray(0, width * HASH);
    const hashes = await this.#hashesFrom(level, index * TILE_WIDTH, index * TILE_WIDTH + width);
    return hashes.length === width * HASH ? hashes : undefined;
  }

  async #readEdge(size: number): Promise<StoredEdge> {
    const partial: Uint8Array[] = [];
    for (let [level, count] = [0, size]; count > 0; [level, count] = [level + 1, Math.floor(count / TILE_WIDTH)]) {
      const start = count - (count % TILE_WIDTH);
      const hashes = await this.#hashesFrom(level, start, count);
      if (hashes.length !== (count - start) * HASH) throw new LogDamagedError(`The log lacks hashes of level ${level} from ${start} on.`);
      partial.push(hashes);
    }
    return growTree({ size, partial }, [], sha256);
  }

  async #fullTile(tile: Tile): Promise<Uint8Array> {
    const found = await this.#storedTile(Number(tile.level), tile.index);
    if (found) return found;
    throw new LogDamagedError(`The log lacks ${tilePath(tile)}.`);
  }

  async #storedTile(level: number, position: number): Promise<Uint8Array | undefined> {
    const query = this.#database.dialect.builder
      .selectFrom('log_tiles')
      .select('hashes')
      .where('log', '=', this.#log)
      .where('level', '=', level)
      .where('position', '=', position);
    const row = await this.#database.first(query.compile());
    return row && asBytes(row['hashes']);
  }

  /** The hashes of a level, at most one tile: those of leaves are with the entries, others are the roots of the tiles below. */
  async #hashesFrom(level: number, start: number, end: number): Promise<Uint8Array> {
    const { builder } = this.#database.dialect;
    const query =
      level === 0
        ? builder
            .selectFrom('log_entries')
            .select('leafHash')
            .where('log', '=', this.#log)
            .where('index', '>=', start)
            .where('index', '<', end)
            .orderBy('index')
        : builder
            .selectFrom('log_tiles')
            .select('root')
            .where('log', '=', this.#log)
            .where('level', '=', level - 1)
            .where('position', '>=', start)
            .where('position', '<', end)
            .orderBy('position');
    const rows = await this.#database.values(query.compile());
    return Buffer.concat(rows.map(([hash]) => asBytes(hash)));
  }

  /** Keeps the edge of a tree that was just stored. */
  noteEdge(edge: StoredEdge): void {
    this.#edges.set(edge.size, edge);
    const [oldest] = this.#edges.keys();
    if (this.#edges.size > MAXIMUM_EDGES && oldest !== undefined) this.#edges.delete(oldest);
  }
}
