import { AIError } from '../errors/errors.ts';
import type { SpendingState, SpendingStore } from './spending-store.ts';

/** How often a transaction that met another one is repeated. */
const ATTEMPTS = 100;
const FIELD = 'r:';

/**
 * The part of a Redis client that {@link createRedisSpendingStore} needs: `createClient()` of `redis` or `@redis/client`, connected, and used
 * for nothing else, because a transaction watches its key on this connection.
 */
export interface RedisConnection {
  sendCommand(args: string[]): Promise<unknown>;
}

/** Options of {@link createRedisSpendingStore}. */
export interface RedisSpendingStoreOptions {
  /** A connection of its own, for example `await client.duplicate().connect()`. */
  connection: RedisConnection;
  /** Text before the keys. Default `ai-spending:`. */
  prefix?: string;
}

/**
 * A store in Redis (or Valkey), so that processes share a limit. Each account is one hash with the amount spent, the amount reserved, and a
 * field for each reservation; it is changed by optimistic transactions (WATCH, MULTI, EXEC), one at a time on the connection.
 *
 * Redis must keep what it is told: with eviction, or without persistence, an account may be forgotten, and with it what was spent.
 */
export function createRedisSpendingStore({ connection, prefix = 'ai-spending:' }: RedisSpendingStoreOptions): SpendingStore {
  const send = (...args: (string | number)[]): Promise<unknown> => connection.sendCommand(args.map(String));
  let last: Promise<unknown> = Promise.resolve();
  /** Runs work after the work before it: the connection can watch for one transaction only. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const run = last.then(work);
    last = run.catch(() => undefined);
    return run;
  };
  /** Reads fields and writes what follows from them, again if somebody else wrote in between; `undefined` writes nothing. */
  const change = async <T>(
    key: string,
    fields: readonly string[],
    plan: (values: readonly (string | undefined)[]) => { result: T; writes: readonly (readonly (string | number)[])[] },
  ): Promise<T> => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      await send('WATCH', key);
      try {
        const { result, writes } = plan(readList(await send('HMGET', key, ...fields)));
        if (writes.length === 0) {
          await send('UNWATCH');
          return result;
        }
        const answers = await Promise.all([send('MULTI'), ...writes.map((write) => send(...write)), send('EXEC')]);
        if (Array.isArray(answers.at(-1))) return result;
      } catch (failure) {
        await send('UNWATCH').catch(() => undefined);
        throw failure;
      }
    }
    throw new AIError('The store of the spending limit is too busy.', { code: 'SPENDING_STORE_FAILED', retryable: true });
  };
  return {
    reserve: (key, { id, amount, expiresAt }, ceiling) =>
      inTurn(async () => {
        const account = `${prefix}${key}`;
        const isHeld = await change(account, ['spent', 'held', FIELD + id], ([spent, held, earlier]) => {
          if (earlier !== undefined) return { result: true, writes: [] };
          if (toAmount(spent) + toAmount(held) + amount > ceiling) return { result: false, writes: [] };
          const writes = [
            ['HINCRBY', account, 'held', amount],
            ['HSET', account, FIELD + id, `${amount}:${expiresAt}`],
          ];
          return { result: true, writes };
        });
        if (!isHeld) return false;
        // A connection that was lost and made again in between no longer watched: the sum is compared once more.
        const [spent, held] = readList(await send('HMGET', account, 'spent', 'held'));
        if (toAmount(spent) + toAmount(held) <= ceiling) return true;
        await settle(account, id, 0);
        return false;
      }),
    settle: (key, id, spent) => inTurn(() => settle(`${prefix}${key}`, id, spent)),
    read: (key, now) => inTurn(async () => readState(readList(await send('HGETALL', `${prefix}${key}`)), now)),
  };

  function settle(account: string, id: string, spent: number): Promise<void> {
    return change(account, [FIELD + id], ([reservation]) => {
      if (reservation === undefined) return { result: undefined, writes: [] };
      const writes = [
        ['HDEL', account, FIELD + id],
        ['HINCRBY', account, 'held', -toAmount(reservation.split(':')[0])],
        ['HINCRBY', account, 'spent', spent],
      ];
      return { result: undefined, writes };
    });
  }
}

/** The fields of a hash and their values, in turn. */
function readState(list: readonly (string | undefined)[], now: number): SpendingState {
  let spent = 0;
  let held = 0;
  let ended = 0;
  for (let at = 0; at + 1 < list.length; at += 2) {
    const [field = '', value = ''] = [list[at], list[at + 1]];
    if (field === 'spent') spent = toAmount(value);
    else if (field === 'held') held = toAmount(value);
    else if (field.startsWith(FIELD)) {
      const [amount, expiresAt] = value.split(':');
      if (toAmount(expiresAt) <= now) ended += toAmount(amount);
    }
  }
  return { spent: spent + ended, reserved: held - ended };
}

/** A reply of several values; clients of the newer protocol return a map for HGETALL. */
function readList(reply: unknown): (string | undefined)[] {
  const entries = reply instanceof Map ? [...reply].flat() : reply;
  if (Array.isArray(entries)) return entries.map((value) => (value === null || value === undefined ? undefined : String(value)));
  if (typeof entries === 'object' && entries !== null) return Object.entries(entries).flatMap(([field, value]) => [field, String(value)]);
  throw new TypeError('Redis returned something else than a list.');
}

function toAmount(value: string | undefined): number {
  if (value === undefined) return 0;
  const amount = Number(value);
  if (Number.isFinite(amount)) return amount;
  throw new TypeError('Redis returned an amount that is not a number.');
}
