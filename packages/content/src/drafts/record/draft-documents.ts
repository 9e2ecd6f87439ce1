import { type Database, UsageError } from '@colophon/core';
import { applyJudged, type DraftDocument, structCount } from '@colophon/draft';
import { type DraftRow, readDraftRow, readState, readUpdateRows, type UpdateRow } from './draft-rows.ts';
import { drafts } from './draft-settings.ts';
import { loadStored } from './load-stored.ts';

/** Measured: what one struct takes on the heap, and one byte of a state. */
const STRUCT_BYTES = 270;
const ATTEMPTS = 5;

/**
 * The document of a draft in the memory of this process: all that was committed up to a number. Only what is committed is ever applied to it.
 */
export class OpenDocument {
  readonly #database: Database;
  row: DraftRow;
  document: DraftDocument;
  /** The last update that the document has. */
  sequence: number;
  #refreshing: Promise<boolean> | undefined;

  constructor(database: Database, row: DraftRow, document: DraftDocument) {
    this.#database = database;
    this.row = row;
    this.document = document;
    this.sequence = row.stateSequence;
  }

  /** About how much memory it takes, in bytes. */
  get size(): number {
    return structCount(this.document) * STRUCT_BYTES + 20_000;
  }

  /** Applies what was committed since, also by other processes. @returns whether the draft is still there */
  refresh(): Promise<boolean> {
    this.#refreshing ??= this.#refresh().finally(() => (this.#refreshing = undefined));
    return this.#refreshing;
  }

  /** Applies rows that this process committed, if they follow what it has. @returns whether they do */
  follow(epoch: string, rows: readonly UpdateRow[]): boolean {
    const [first] = rows;
    if (!first || first.sequence !== this.sequence + 1 || epoch !== this.row.epoch) return false;
    for (const { update, sequence } of rows) {
      applyJudged(this.document, update);
      this.sequence = sequence;
    }
    return true;
  }

  async #refresh(): Promise<boolean> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const row = await readDraftRow(this.#database, this.row.contentId);
      if (!row) return false;
      const isOther = row.id !== this.row.id || row.epoch !== this.row.epoch;
      if (!isOther && row.sequence <= this.sequence) {
        this.row = row;
        return true;
      }
      // The rows of before may be gone: the state has them.
      const state = isOther || row.stateSequence > this.sequence ? await readState(this.#database, row, 'state') : undefined;
      if (state === null) return false;
      const rows = await readUpdateRows(this.#database, row, state ? row.stateSequence : this.sequence);
      const after = await readDraftRow(this.#database, this.row.contentId);
      if (!after) return false;
      // Compacted between: what was read may have a hole.
      if (after.id !== row.id || after.epoch !== row.epoch || after.stateSequence !== row.stateSequence) continue;
      if (isOther && state) this.document = loadStored(state);
      else if (state) applyJudged(this.document, state);
      for (const { update } of rows) applyJudged(this.document, update);
      this.row = row;
      this.sequence = Math.max(isOther ? 0 : this.sequence, row.sequence, rows.at(-1)?.sequence ?? 0);
      return true;
    }
    throw new Error(`The draft of ${this.row.contentId} is compacted faster than it can be read.`);
  }
}

/** The documents of drafts that a process has in memory, the least recently used first. */
export class DraftDocuments {
  readonly #database: Database;
  readonly #open = new Map<string, Promise<OpenDocument | undefined>>();
  readonly #sizes = new Map<string, number>();
  #total = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Returns the document of a piece's draft with all that is committed; undefined if it has none. */
  async get(contentId: string): Promise<OpenDocument | undefined> {
    if (this.#database.inTransaction)
      throw new UsageError('The document of a draft in memory has only what is committed: read it outside.');
    const opening = this.#open.get(contentId) ?? this.#load(contentId);
    this.#open.delete(contentId);
    this.#open.set(contentId, opening);
    try {
      const open = await opening;
      if (open && (await open.refresh())) {
        this.#keep(contentId, open);
        return open;
      }
      this.forget(contentId);
      return undefined;
    } catch (error) {
      this.forget(contentId);
      throw error;
    }
  }

  forget(contentId: string): void {
    this.#open.delete(contentId);
    this.#total -= this.#sizes.get(contentId) ?? 0;
    this.#sizes.delete(contentId);
  }

  async #load(contentId: string): Promise<OpenDocument | undefined> {
    const row = await readDraftRow(this.#database, contentId);
    if (!row) return undefined;
    const state = await readState(this.#database, row, 'state');
    // The state may be newer than the row: then `refresh` reads both again.
    return state ? new OpenDocument(this.#database, row, loadStored(state)) : undefined;
  }

  #keep(contentId: string, open: OpenDocument): void {
    const { size } = open;
    this.#total += size - (this.#sizes.get(contentId) ?? 0);
    this.#sizes.set(contentId, size);
    const most = this.#database.ports.use(drafts).cacheMegabytes * 1_000_000;
    for (const oldest of this.#open.keys()) {
      if (this.#total <= most || oldest === contentId) return;
      this.forget(oldest);
    }
  }
}

const documents = new WeakMap<Database, DraftDocuments>();

/** The documents of drafts that this process has in memory: a cache. */
export function documentsOf(database: Database): DraftDocuments {
  let known = documents.get(database);
  if (!known) documents.set(database, (known = new DraftDocuments(database)));
  return known;
}
