import type { SpendingStore } from './spending-store.ts';

/** A row of a result; whole numbers may arrive as text. */
type Row = Readonly<Record<string, unknown>>;

/** Runs one statement with its values and returns its rows. */
export type SqlQuery = (statement: string, values: readonly (string | number)[]) => readonly Row[] | Promise<readonly Row[]>;

/**
 * The part of a database that {@link createSqlSpendingStore} needs. With the database of `@colophon/core`:
 *
 * @example
 * const store = createSqlSpendingStore(spendingPort(database), { createTables: false }); // of `@colophon/core/spending`
 */
export interface SqlPort {
  /** On SQLite values are marked by `?`, on PostgreSQL by `$1`, `$2`, … */
  readonly dialect: 'sqlite' | 'postgres';
  /** Runs one query that only reads. */
  query: SqlQuery;
  /**
   * Runs statements in one transaction: all of them count, or none. On SQLite it must begin as `BEGIN IMMEDIATE`, and only one may run at a
   * time on a connection; on PostgreSQL `READ COMMITTED` suffices.
   */
  transaction<T>(work: (query: SqlQuery) => Promise<T>): Promise<T>;
}

/** The tables, created when they are first needed. `IF NOT EXISTS` makes it harmless to run this from several processes. */
export const spendingTables: readonly string[] = [
  'CREATE TABLE IF NOT EXISTS ai_spending_accounts (account TEXT PRIMARY KEY, spent BIGINT NOT NULL, held BIGINT NOT NULL)',
  'CREATE TABLE IF NOT EXISTS ai_spending_reservations (id TEXT PRIMARY KEY, account TEXT NOT NULL, amount BIGINT NOT NULL, expires_at BIGINT NOT NULL)',
  'CREATE INDEX IF NOT EXISTS ai_spending_reservations_account ON ai_spending_reservations (account, expires_at)',
];

/**
 * A store in two tables of SQLite or PostgreSQL, so that processes share a limit.
 *
 * A reservation is one conditional update of the account, under whose row lock the sum is compared with the ceiling, and one insert.
 *
 * @param options `createTables: false` if migrations create the tables ({@link spendingTables})
 */
export function createSqlSpendingStore(port: SqlPort, options: { createTables?: boolean } = {}): SpendingStore {
  const database = port.dialect === 'sqlite' ? withQuestionMarks(port) : port;
  let tables: Promise<void> | undefined = options.createTables === false ? Promise.resolve() : undefined;
  const ready = async (): Promise<void> => {
    tables ??= createTables(database).catch((failure: unknown) => {
      // The next call tries again.
      tables = undefined;
      throw failure;
    });
    await tables;
  };
  return {
    async reserve(key, { id, amount, expiresAt }, ceiling) {
      await ready();
      return database.transaction(async (query) => {
        const hold = (): ReturnType<SqlQuery> =>
          query('UPDATE ai_spending_accounts SET held = held + $2 WHERE account = $1 AND spent + held + $2 <= $3 RETURNING account', [
            key,
            amount,
            ceiling,
          ]);
        let held = await hold();
        if (held.length === 0) {
          await query('INSERT INTO ai_spending_accounts (account, spent, held) VALUES ($1, 0, 0) ON CONFLICT (account) DO NOTHING', [key]);
          held = await hold();
        }
        // An earlier attempt whose answer was lost may have reserved it.
        if (held.length === 0) return (await query('SELECT id FROM ai_spending_reservations WHERE id = $1', [id])).length > 0;
        const kept = await query(
          'INSERT INTO ai_spending_reservations (id, account, amount, expires_at) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING RETURNING id',
          [id, key, amount, expiresAt],
        );
        if (kept.length === 0) await query('UPDATE ai_spending_accounts SET held = held - $2 WHERE account = $1', [key, amount]);
        return true;
      });
    },
    async settle(key, id, spent) {
      await ready();
      await database.transaction(async (query) => {
        const rows = await query('DELETE FROM ai_spending_reservations WHERE id = $1 AND account = $2 RETURNING amount', [id, key]);
        const [row] = rows;
        if (row === undefined) return;
        await query('UPDATE ai_spending_accounts SET held = held - $2, spent = spent + $3 WHERE account = $1', [
          key,
          toAmount(row['amount']),
          spent,
        ]);
      });
    },
    async read(key, now) {
      await ready();
      const [row] = await database.query(
        `SELECT account.spent, account.held, (SELECT COALESCE(SUM(amount), 0) FROM ai_spending_reservations AS ended
           WHERE ended.account = account.account AND ended.expires_at <= $2) AS ended
         FROM ai_spending_accounts AS account WHERE account.account = $1`,
        [key, now],
      );
      if (row === undefined) return { spent: 0, reserved: 0 };
      const ended = toAmount(row['ended']);
      return { spent: toAmount(row['spent']) + ended, reserved: toAmount(row['held']) - ended };
    },
  };
}

async function createTables(database: SqlPort): Promise<void> {
  for (const statement of spendingTables) {
    try {
      await database.transaction(async (query) => {
        await query(statement, []);
      });
    } catch (failure) {
      // PostgreSQL fails if two processes create a table at once, although it says IF NOT EXISTS; the table is there afterwards.
      if (!/already exists|duplicate key/i.test(String((failure as { message?: unknown } | null)?.message))) throw failure;
    }
  }
}

/** Replaces `$1`, `$2`, … by `?`, and gives each of them its value. */
function withQuestionMarks(port: SqlPort): SqlPort {
  const convert =
    (query: SqlQuery): SqlQuery =>
    (statement, values) => {
      const used: (string | number)[] = [];
      const marked = statement.replace(/\$(\d+)/g, (_mark, number: string) => {
        used.push(values[Number(number) - 1] as string | number);
        return '?';
      });
      return query(marked, used);
    };
  return { dialect: port.dialect, query: convert(port.query), transaction: (work) => port.transaction((query) => work(convert(query))) };
}

function toAmount(value: unknown): number {
  const amount = typeof value === 'string' || typeof value === 'bigint' ? Number(value) : value;
  if (typeof amount === 'number' && Number.isFinite(amount)) return amount;
  throw new TypeError('The database returned an amount that is not a number.');
}
