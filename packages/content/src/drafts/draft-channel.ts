import type { Database } from '@colophon/core';
import { toBase64 } from '@colophon/draft';
import { type DraftPresence, type DraftSignal, onDraftSignal } from './record/announce-draft.ts';
import { type DraftRow, readDraftRow, readUpdateRows } from './record/draft-rows.ts';

/** An update as it is sent to those who follow a draft. */
export interface ChannelUpdate {
  readonly sequence: number;
  readonly client: number;
  readonly update: string;
}

/** Updates that are kept for those who lag, and characters of them. */
const MOST_KEPT = 500;
const MOST_LENGTH = 1_000_000;
/** A presence that is not repeated is forgotten after so many milliseconds. */
const PRESENCE_MS = 40_000;
const MOST_PRESENT = 100;

interface KnownPresence {
  readonly presence: DraftPresence;
  readonly until: number;
  /** Raised with each change of any, so that a stream knows which it has told. */
  readonly version: number;
}

/**
 * What happens in the draft of one piece, for those in this process who follow it: one read of the new rows for all of them. It is right by
 * looking at the table whenever it is woken; a signal only wakes it sooner, and carries who is where.
 */
export class DraftChannel {
  readonly #database: Database;
  readonly #contentId: string;
  readonly #listeners = new Set<() => void>();
  readonly #present = new Map<number, KnownPresence>();
  #kept: ChannelUpdate[] = [];
  #length = 0;
  #presenceVersion = 0;
  #looking: Promise<void> | undefined;
  #again = false;
  /** Undefined while the piece has no draft. */
  row: DraftRow | undefined;
  /** The last update that was looked at. */
  sequence = 0;

  constructor(database: Database, contentId: string) {
    this.#database = database;
    this.#contentId = contentId;
  }

  get followers(): number {
    return this.#listeners.size;
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Reads what was committed since, and wakes those who follow. Calls while it looks are one more look. */
  look(): Promise<void> {
    this.#again = true;
    this.#looking ??= this.#lookAll().finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  /** Notes where somebody is. */
  meet(presence: DraftPresence, now: number): void {
    if (this.#present.size >= MOST_PRESENT && !this.#present.has(presence.client)) return;
    this.#presenceVersion += 1;
    this.#present.set(presence.client, { presence, until: now + PRESENCE_MS, version: this.#presenceVersion });
    this.#wake();
  }

  /** Where somebody was last, if they are known to be there. */
  presenceOf(client: number): DraftPresence | undefined {
    return this.#present.get(client)?.presence;
  }

  /** Returns who is where, as far as it changed since a version, and the version of now. */
  presenceSince(version: number, now: number): { readonly present: readonly DraftPresence[]; readonly version: number } {
    for (const [client, { until }] of this.#present) if (until <= now) this.#present.delete(client);
    const changed = [...this.#present.values()].filter((each) => each.version > version);
    return { present: changed.map(({ presence }) => presence), version: this.#presenceVersion };
  }

  /** Returns the updates after a number of the current epoch; undefined if they are not kept any more. */
  updatesSince(sequence: number): readonly ChannelUpdate[] | undefined {
    const from = this.#keptFrom;
    if (sequence < from) return undefined;
    return this.#kept.filter((each) => each.sequence > sequence);
  }

  /** The updates after this number are kept. */
  #keptFrom = 0;

  async #lookAll(): Promise<void> {
    while (this.#again) {
      this.#again = false;
      await this.#look();
    }
    this.#wake();
  }

  async #look(): Promise<void> {
    const row = await readDraftRow(this.#database, this.#contentId);
    const isOther = row?.id !== this.row?.id || row?.epoch !== this.row?.epoch;
    if (isOther) {
      this.#kept = [];
      this.#length = 0;
      this.#keptFrom = this.sequence = row?.sequence ?? 0;
      this.row = row;
      return;
    }
    if (!row || row.sequence <= this.sequence) {
      this.row = row;
      return;
    }
    const rows = await readUpdateRows(this.#database, row, this.sequence);
    const after = await readDraftRow(this.#database, this.#contentId);
    // Compacted before they were read: those who follow get the state.
    if (after?.epoch !== row.epoch || after.stateSequence > this.sequence) {
      const [first] = rows;
      if (after?.epoch !== row.epoch) {
        this.#again = true;
        return;
      }
      if (!first || first.sequence !== this.sequence + 1 || rows.length < row.sequence - this.sequence) {
        this.#kept = [];
        this.#length = 0;
        this.#keptFrom = this.sequence = row.sequence;
        this.row = after;
        return;
      }
    }
    for (const { sequence, client, update } of rows) this.#keep({ sequence, client, update: toBase64(update) });
    this.sequence = Math.max(row.sequence, rows.at(-1)?.sequence ?? 0);
    this.row = after;
  }

  #keep(update: ChannelUpdate): void {
    this.#kept.push(update);
    this.#length += update.update.length;
    while (this.#kept.length > MOST_KEPT || this.#length > MOST_LENGTH) {
      const oldest = this.#kept.shift();
      if (!oldest) return;
      this.#length -= oldest.update.length;
      this.#keptFrom = oldest.sequence;
    }
  }

  #wake(): void {
    for (const listener of this.#listeners) listener();
  }
}

interface Channels {
  readonly open: Map<string, DraftChannel>;
  readonly ignore: () => void;
}

const channels = new WeakMap<Database, Channels>();

/** Follows the draft of a piece. @returns its channel, and a function that leaves it */
export function followDraft(database: Database, contentId: string, listener: () => void): { channel: DraftChannel; leave: () => void } {
  let known = channels.get(database);
  if (!known) {
    const open = new Map<string, DraftChannel>();
    known = { open, ignore: onDraftSignal(database, (told) => pass(open, told)) };
    channels.set(database, known);
  }
  const { open, ignore } = known;
  const channel = open.get(contentId) ?? new DraftChannel(database, contentId);
  open.set(contentId, channel);
  const stop = channel.listen(listener);
  return {
    channel,
    leave: () => {
      stop();
      if (channel.followers > 0) return;
      open.delete(contentId);
      if (open.size > 0) return;
      ignore();
      channels.delete(database);
    },
  };
}

function pass(open: ReadonlyMap<string, DraftChannel>, told: DraftSignal | undefined): void {
  // A look that fails is made up for by the next one.
  if (!told) for (const channel of open.values()) channel.look().catch(() => undefined);
  const channel = told && open.get(told.contentId);
  if (!channel) return;
  if (told.presence) channel.meet(told.presence, Date.now());
  else channel.look().catch(() => undefined);
}
