import { randomUUID } from 'node:crypto';
import { type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely';
import type { AnyTables } from '../storage/dialect.ts';
import { onSignal, signal } from '../signals/signal.ts';
import type { Database } from '../storage/database.ts';
import type { Row, Statement } from '../storage/statement.ts';
import { CLAIMS_TABLE } from './claims-table.ts';
import { type Held, Sightings } from './sightings.ts';

export interface LaneOptions {
  /** Milliseconds without a sign of life after which a holder counts as lost: longer than any work, or several times `holdEvery`. */
  readonly lease: number;
  /** Returns milliseconds since 1970, for what is due later. Default: the clock of the database, which all processes share. */
  readonly clock?: (() => number) | undefined;
  /** Returns the milliseconds of a monotonic clock. */
  readonly monotonic?: (() => number) | undefined;
}

/** Something to do that only its holder does. */
export interface Claim {
  /** The id of the owner's row. */
  readonly id: string;
  readonly group: string | null;
  /** Identifies this claim: whoever held the same row before can settle nothing with theirs. */
  readonly receipt: string;
  /** How often it was claimed, including this time. */
  readonly tries: number;
}

export interface Put {
  readonly id: string;
  /** What belongs together, such as the mails to one person. */
  readonly group?: string | null;
  /** When it is due, in milliseconds since 1970; by default as soon as possible, whatever the clocks say. */
  readonly due?: number | undefined;
  /** How often it was tried before it came into the lane. */
  readonly tries?: number;
}

type DueRows = SelectQueryBuilder<AnyTables, typeof CLAIMS_TABLE, object>;

/** PostgreSQL accepts 65,535 parameters a statement. */
const MOST_AT_ONCE = 500;
const TOPIC = 'claims';

/**
 * One kind of work that any number of processes share: each row is held by one of them, and comes back when its holder is lost. What the work
 * is, and what people read of it, is in the owner's table; the claim decides who does it.
 *
 * The work of a claim is done at least once: its holder may be killed before it has settled it. Its outcome is stored exactly once, if the
 * owner writes it in the transaction in which `settle` returns the claim.
 */
export class Lane {
  readonly #database: Database;
  readonly #name: string;
  readonly #lease: number;
  readonly #clock: (() => number) | undefined;
  readonly #sightings: Sightings;

  constructor(database: Database, name: string, { lease, clock, monotonic = () => performance.now() }: LaneOptions) {
    [this.#database, this.#name, this.#lease, this.#clock] = [database, name, lease, clock];
    this.#sightings = new Sightings(lease, monotonic);
  }

  /** Milliseconds between two signs of life of a holder whose work takes longer than the lease. */
  get holdEvery(): number {
    return this.#lease / 3;
  }

  /** Adds rows in the ambient transaction. One that is there already stays as it is. */
  async put(rows: readonly Put[]): Promise<void> {
    for (let start = 0; start < rows.length; start += MOST_AT_ONCE) {
      const values = rows
        .slice(start, start + MOST_AT_ONCE)
        .map(({ id, group = null, due = 0, tries = 0 }) => ({ lane: this.#name, id, grp: group, due, receipt: null, beat: 0, tries }));
      await this.#database.run(
        this.#builder
          .insertInto(CLAIMS_TABLE)
          .values(values)
          .onConflict((each) => each.columns(['lane', 'id']).doNothing())
          .compile(),
      );
    }
    if (rows.some(({ due = 0 }) => due === 0)) signal(this.#database, TOPIC, this.#name);
  }

  /** Takes what is due, the longest due first, and what lost its holder: at most `limit`, of one group if one is named. */
  async take(limit: number, { group }: { readonly group?: string } = {}): Promise<Claim[]> {
    if (group === undefined) await this.freeLost();
    return (await this.#hasDue(group)) ? this.#takeDue(limit, this.#due(group)) : [];
  }

  /**
   * Takes whole groups: everything that is due of each, up to `most` rows; rows without a group are alone. No two processes take parts of one
   * group at the same time.
   */
  async takeGroups(limit: number, most: number): Promise<Claim[][]> {
    await this.freeLost();
    if (!(await this.#hasDue())) return [];
    return this.#database.transaction(async () => {
      await this.#database.lock(`${CLAIMS_TABLE} ${this.#name}`);
      const groups: Claim[][] = [];
      while (groups.length < limit) {
        const first = await this.#database.first(this.#due().select(['id', 'grp']).orderBy('due').orderBy('id').limit(1).compile());
        if (!first) break;
        const group = first['grp'] as string | null;
        groups.push(await this.#takeDue(most, group === null ? this.#due().where('id', '=', String(first['id'])) : this.#due(group)));
      }
      return groups;
    });
  }

  /** Shows that the holder lives. @returns the claims that it still holds; the others were taken over */
  async hold(claims: readonly Claim[]): Promise<Claim[]> {
    if (claims.length === 0) return [];
    const query = this.#builder
      .updateTable(CLAIMS_TABLE)
      .set((each) => ({ beat: each('beat', '+', 1) }))
      .where(this.#held(claims))
      .returning('receipt');
    const held = new Set((await this.#write(query.compile())).map((row) => row['receipt']));
    return claims.filter(({ receipt }) => held.has(receipt));
  }

  /**
   * Ends claims in the ambient transaction: with `again` they are free from then on (0: at once), without it the rows are removed.
   *
   * @param outcome `isUncounted`: nothing was tried, so `tries` does not count it
   * @returns those that it still held: only of these may the owner store an outcome
   */
  async settle(claims: readonly Claim[], outcome: { readonly again?: number; readonly isUncounted?: boolean } = {}): Promise<Claim[]> {
    if (claims.length === 0) return [];
    const { again, isUncounted = false } = outcome;
    const uncounted = isUncounted ? 1 : 0;
    const query =
      again === undefined
        ? this.#builder.deleteFrom(CLAIMS_TABLE).where(this.#held(claims)).returning(['id', 'tries'])
        : this.#builder
            .updateTable(CLAIMS_TABLE)
            .set({ receipt: null, due: again })
            .set((each) => ({ tries: each('tries', '-', uncounted) }))
            .where(this.#held(claims))
            .returning(['id', 'tries']);
    // The receipt is gone by now; what was taken over since has been tried once more.
    const rows = await this.#write(query.compile());
    const left = again === undefined ? 0 : uncounted;
    const settledNow = new Set(rows.map((row) => `${Number(row['tries']) + left} ${String(row['id'])}`));
    const settled = claims.filter(({ id, tries }) => settledNow.has(`${tries} ${id}`));
    if (again === 0) signal(this.#database, TOPIC, this.#name);
    return settled;
  }

  /** Frees what lost its holder, if it is time to look again; `take` does so too, unless it takes one group. */
  async freeLost(): Promise<void> {
    if (!this.#sightings.isDue) return;
    const held = this.#builder
      .selectFrom(CLAIMS_TABLE)
      .select(['id', 'receipt', 'beat'])
      .where('lane', '=', this.#name)
      .where('due', 'is', null);
    const lost = this.#sightings.look((await this.#database.all(held.compile())) as unknown as Held[]);
    for (const { id, receipt, beat } of lost) {
      const row = this.#builder
        .updateTable(CLAIMS_TABLE)
        .set({ receipt: null, due: 0 })
        .where('lane', '=', this.#name)
        .where('id', '=', id);
      await this.#database.run(row.where('receipt', '=', receipt).where('beat', '=', beat).compile());
    }
  }

  /** Removes rows in the ambient transaction, held or not: their owner no longer wants the work. */
  async remove(ids: readonly string[]): Promise<void> {
    for (let start = 0; start < ids.length; start += MOST_AT_ONCE) {
      const part = ids.slice(start, start + MOST_AT_ONCE);
      await this.#database.run(this.#builder.deleteFrom(CLAIMS_TABLE).where('lane', '=', this.#name).where('id', 'in', part).compile());
    }
  }

  /** Removes rows whose owner's row, with the same id in this table, was deleted in another way. */
  async removeAbsent(table: string): Promise<void> {
    const owners = this.#builder.selectFrom(table).select('id').whereRef(`${table}.id`, '=', `${CLAIMS_TABLE}.id`);
    const absent = this.#builder
      .deleteFrom(CLAIMS_TABLE)
      .where('lane', '=', this.#name)
      .where((each) => each.not(each.exists(owners)));
    await this.#database.run(absent.compile());
  }

  /** A condition for queries of the owner: a row of this lane exists for the id in this column, such as `mail_outbox.id`. */
  lists(idColumn: string): RawBuilder<SqlBool> {
    const rows = this.#builder.selectFrom(CLAIMS_TABLE).select('id').where('lane', '=', this.#name).whereRef('id', '=', sql.ref(idColumn));
    return sql<SqlBool>`exists ${rows}`;
  }

  /** A condition for queries of the owner: something is due of the group in this column, such as `webhooks.id`. */
  hasDueOf(groupColumn: string): RawBuilder<SqlBool> {
    return sql<SqlBool>`exists ${this.#due().select('id').whereRef('grp', '=', sql.ref(groupColumn)).limit(1)}`;
  }

  /** Calls `listener` when something may be due at once, put by any process. What becomes due by the clock is found by `take`. */
  watch(listener: () => void): () => void {
    return onSignal(this.#database, TOPIC, (lane) => {
      if (lane === undefined || lane === this.#name) listener();
    });
  }

  get #builder(): Database['dialect']['builder'] {
    return this.#database.dialect.builder;
  }

  /** Milliseconds since 1970. */
  get #now(): RawBuilder<number> {
    if (this.#clock) return sql<number>`${this.#clock()}`;
    return this.#database.dialect.name === 'sqlite'
      ? sql<number>`(unixepoch('subsec') * 1000)`
      : sql<number>`(extract(epoch from statement_timestamp()) * 1000)`;
  }

  #due(group?: string): DueRows {
    const query = this.#builder.selectFrom(CLAIMS_TABLE).where('lane', '=', this.#name).where('due', '<=', this.#now);
    return group === undefined ? query : query.where('grp', '=', group);
  }

  /** Most looks find nothing, and need no transaction. */
  async #hasDue(group?: string): Promise<boolean> {
    return (await this.#database.first(this.#due(group).select('id').limit(1).compile())) !== undefined;
  }

  /** The rows of these claims that are still theirs, found by the key. */
  #held(claims: readonly Claim[]): RawBuilder<SqlBool> {
    const ids = sql.join(claims.map(({ id }) => id));
    const receipts = sql.join(claims.map(({ receipt }) => receipt));
    return sql<SqlBool>`(lane = ${this.#name} and id in (${ids}) and receipt in (${receipts}))`;
  }

  /** Each row gets a receipt of its own. */
  async #takeDue(limit: number, due: DueRows): Promise<Claim[]> {
    let chosen = due.select('id').orderBy('due').orderBy('id').limit(limit);
    // What another process is taking at this moment is passed over.
    if (this.#database.dialect.locksRows) chosen = chosen.forUpdate().skipLocked();
    const query = this.#builder
      .with('chosen', () => chosen)
      .updateTable(CLAIMS_TABLE)
      .set({ receipt: sql`${`${randomUUID()} `} || id`, due: null, beat: 0, tries: sql`tries + 1` })
      .where('lane', '=', this.#name)
      .where('id', 'in', sql<string>`(select id from chosen)`)
      .where('receipt', 'is', null)
      .returning(['id', 'grp', 'receipt', 'tries']);
    return claimsOf(await this.#write(query.compile()));
  }

  async #write(statement: Statement): Promise<readonly Row[]> {
    return this.#database.transaction(() => this.#database.all(statement));
  }
}

/**
 * Opens a lane in this process.
 *
 * @example
 * const lane = claims(database, 'mail', { lease: 300_000 });
 * await database.transaction(async () => { await note.save(); await lane.put([{ id: note.id }]); });
 * for (const claim of await lane.take(5)) { await lookUp(claim.id); await lane.settle([claim]); }
 */
export function claims(database: Database, lane: string, options: LaneOptions): Lane {
  return new Lane(database, lane, options);
}

/** PostgreSQL returns changed rows in any order. */
function claimsOf(rows: readonly Row[]): Claim[] {
  return rows
    .map((row) => ({
      id: String(row['id']),
      group: row['grp'] as string | null,
      receipt: String(row['receipt']),
      tries: Number(row['tries']),
    }))
    .toSorted((one, other) => (one.id < other.id ? -1 : 1));
}
