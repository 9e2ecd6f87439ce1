import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TransactionConflictError } from '../../errors/errors.ts';
import type { Database } from '../database.ts';
import type { Row, Statement } from '../statement.ts';
import { openDatabase } from '../open/open-database.ts';
import { PostgresDatabase } from './postgres-database.ts';

/** A server between the application and PostgreSQL that can make the start of a transaction fail. */
class Between {
  readonly url: string;
  refusesBegin = false;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(url: string, server: Server) {
    this.url = url;
    this.#server = server;
  }

  static async start(url: string): Promise<Between> {
    const target = new URL(url);
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const own = new URL(url);
    own.port = String((server.address() as { port: number }).port);
    const between = new Between(own.href, server);
    server.on('connection', (socket) => {
      const onward = connect(Number(target.port), target.hostname);
      for (const each of [socket, onward]) {
        between.#sockets.add(each);
        each.on('error', () => undefined).on('close', () => [socket, onward].forEach((other) => other.destroy()));
      }
      socket.on('data', (data) => onward.write(between.refusesBegin ? withFaultyBegin(data) : data));
      onward.on('data', (data) => socket.write(data));
    });
    return between;
  }

  async stop(): Promise<void> {
    for (const each of this.#sockets) each.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

/** A message of the same length, with a syntax error. */
function withFaultyBegin(data: Buffer): Buffer {
  return Buffer.from(data.toString('latin1').replaceAll('BEGIN\0', 'BEGUN\0'), 'latin1');
}

const FAILS: Statement = { sql: 'SELECT 1 / $1::integer AS one', parameters: [0] };
const DIVISION_BY_ZERO = { code: '22012' };

const server = process.env['COLOPHON_TEST_POSTGRES'];

describe.skipIf(server === undefined)('the statements of a PostgreSQL transaction', () => {
  const table = `notes_${crypto.randomUUID().replaceAll('-', '')}`;
  let database: Database;
  let between: Between;
  let through: Database;
  let serial = 0;

  beforeAll(async () => {
    database = await openDatabase(server ?? '');
    await database.run({ sql: `CREATE TABLE ${table} (title text PRIMARY KEY)`, parameters: [] });
    between = await Between.start(database.url);
    through = await openDatabase(between.url);
  });
  afterAll(async () => {
    await through.close();
    await between.stop();
    await database.run({ sql: `DROP TABLE ${table}`, parameters: [] });
    await database.close();
  });
  beforeEach(() => {
    between.refusesBegin = false;
  });

  const note = (): string => `note ${(serial += 1)}`;
  const insert = (title: string): Statement => ({ sql: `INSERT INTO ${table} (title) VALUES ($1)`, parameters: [title] });
  const stands = async (title: string): Promise<boolean> =>
    (await database.all({ sql: `SELECT title FROM ${table} WHERE title = $1`, parameters: [title] })).length > 0;
  /** A part of a page whose code notices late that its statement failed. */
  const late = async (part: Promise<Row | undefined>): Promise<Row | undefined> => {
    try {
      return await part;
    } catch (error) {
      await delay(20);
      throw error;
    }
  };

  it.each<[string, (title: string) => Promise<unknown>]>([
    ['a write', (title) => through.run(insert(title))],
    ['a write that nothing waits for', (title) => through.runBeforeCommit(insert(title))],
    ['a write that returns rows', (title) => through.all({ ...insert(title), sql: `${insert(title).sql} RETURNING title` })],
    ['a write after a read', (title) => Promise.all([through.all({ sql: 'SELECT 1 AS one', parameters: [] }), through.run(insert(title))])],
    [
      'a write that nothing waits for, before an error of the application',
      async (title) => {
        await through.runBeforeCommit(insert(title));
        throw new Error('changed my mind');
      },
    ],
  ])('write nothing if the transaction did not begin: %s', async (_, work) => {
    const title = note();
    between.refusesBegin = true;
    await expect(through.transaction(() => work(title))).rejects.toThrow(/syntax error|changed my mind/);
    between.refusesBegin = false;
    await delay(50);
    expect(await stands(title)).toBe(false);
    await through.transaction(() => through.run(insert(title)));
    expect(await stands(title)).toBe(true);
  });

  it('see earlier writes that nothing waits for, from the first one on', async () => {
    const title = note();
    const seen = await through.transaction(async () => {
      await through.runBeforeCommit(insert(title));
      return through.all({ sql: `SELECT title FROM ${table} WHERE title = $1`, parameters: [title] });
    });
    expect(seen).toHaveLength(1);
  });

  it('fail with the error of the first that failed, although a later one was noticed first', async () => {
    const both = database.transaction(() =>
      Promise.all([late(database.first(FAILS)), database.first({ sql: 'SELECT 1 AS one', parameters: [] })]),
    );
    await expect(both).rejects.toMatchObject(DIVISION_BY_ZERO);
  });

  it('fail with the error of a write that nothing waits for, although later ones were never prepared', async () => {
    const title = note();
    await database.run(insert(title));
    const count: Statement = { sql: `SELECT count(*) AS "count of ${title}" FROM ${table}`, parameters: [] };
    const transaction = database.transaction(async () => {
      await database.runBeforeCommit(insert(title));
      await Promise.all([late(database.first(count)), database.first(count)]);
    });
    await expect(transaction).rejects.toMatchObject({ code: '23505' });
  });

  it('name the error that was ignored', async () => {
    const ignoring = (then: () => Promise<unknown>) =>
      database.transaction(async () => {
        await database.first(FAILS).catch(() => undefined);
        await then();
      });
    const ignored = { code: 'usage', cause: DIVISION_BY_ZERO };
    await expect(ignoring(async () => undefined)).rejects.toMatchObject(ignored);
    await expect(ignoring(() => database.first({ sql: 'SELECT 1 AS one', parameters: [] }))).rejects.toMatchObject(ignored);
  });

  it('conflict with another transaction, which is said although the error was ignored', async () => {
    const [one, other] = [note(), note()];
    for (const title of [one, other]) await database.run(insert(title));
    const lock = (title: string): Statement => ({ sql: `SELECT title FROM ${table} WHERE title = $1 FOR UPDATE`, parameters: [title] });
    const part = (work: () => Promise<unknown>) => database.transaction(() => database.run(insert(note())).then(work));
    let locked = 0;
    const locking = (first: string, second: string, then: () => Promise<unknown>, within = (work: () => Promise<unknown>) => work()) =>
      database.transaction(async () => {
        await database.first(lock(first));
        locked += 1;
        await expect.poll(() => locked).toBe(2);
        await within(() => database.first(lock(second))).catch(() => undefined);
        await then();
      });
    const nothing = async () => undefined;
    const more = () => database.first({ sql: 'SELECT 1 AS one', parameters: [] });
    for (const [then, within] of [[nothing], [more], [nothing, part]] as const) {
      locked = 0;
      const outcomes = await Promise.allSettled([locking(one, other, then, within), locking(other, one, then, within)]);
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: expect.any(TransactionConflictError) });
    }
  });

  it('fail as unavailable if the connection breaks between them, and leave the pool whole', async () => {
    const few = new PostgresDatabase(server ?? '', { connections: 2 });
    for (let round = 0; round < 5; round += 1) {
      const title = note();
      const broken = few.transaction(async () => {
        await few.run(insert(title));
        await few.runBeforeCommit(insert(`${title} more`));
        const ended = few.first({ sql: 'SELECT pg_terminate_backend(pg_backend_pid())', parameters: [] });
        await Promise.all([
          late(ended),
          few.first({ sql: 'SELECT 1 AS one', parameters: [] }),
          few.runBeforeCommit(insert(`${title} last`)),
        ]);
      });
      await expect(broken).rejects.toMatchObject({ status: 503, code: 'unavailable' });
      expect(await stands(title)).toBe(false);
    }
    const title = note();
    await Promise.all([1, 2, 3].map((each) => few.transaction(() => few.run(insert(`${title} ${each}`)))));
    expect(await stands(`${title} 3`)).toBe(true);
    await few.close();
  });

  it('fail as unavailable if one takes too long, although the refusal of a later one was noticed first', async () => {
    const brief = new PostgresDatabase(server ?? '', { connections: 1, settings: { statement_timeout: '100' } });
    const title = note();
    const slow = brief.transaction(async () => {
      await brief.run(insert(title));
      const asleep = brief.first({ sql: 'SELECT pg_sleep(5)', parameters: [] });
      await Promise.all([late(asleep), brief.first({ sql: 'SELECT 1 AS one', parameters: [] })]);
    });
    await expect(slow).rejects.toMatchObject({ status: 503, message: 'The database took too long.' });
    expect(await stands(title)).toBe(false);
    await brief.transaction(() => brief.run(insert(title)));
    expect(await stands(title)).toBe(true);
    await brief.close();
  });
});
