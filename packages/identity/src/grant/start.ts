import { randomBytes, randomInt } from 'node:crypto';
import {
  DEVICE_CODE_LIFETIME_SECONDS,
  DEVICE_POLL_INTERVAL_SECONDS,
  formatUserCode,
  USER_CODE_ALPHABET,
  USER_CODE_LENGTH,
} from '@colophon/contract';
import { type Database, UnavailableError } from '@colophon/core';
import { v7 as uuid } from 'uuid';
import { encodeRow, moment } from '../rows/rows.ts';
import { throttleKey, TooManyAttemptsError } from '@colophon/core/throttle';
import { hashToken } from '../tokens/token-format.ts';
import { DeviceLogin } from './device-login.ts';

/** The maximum number of open logins per address. */
export const OPEN_LOGINS_PER_ADDRESS = 100;

/** How long a login stays open at least, in milliseconds. */
const KEPT_OPEN_MS = 120_000;

/** The maximum number of open logins: so few among 20^8 codes that guessing one is impractical. */
const OPEN_LOGINS = 10_000;

/** The terminal that requests a login. */
export interface LoginRequest {
  readonly address: string;
  readonly agent: string | null;
  readonly clientName: string | null;
  readonly clientId: string | null;
}

export interface StartedLogin {
  /** The terminal's secret; never in a row, log or page. */
  readonly deviceCode: string;
  /** `XXXX-XXXX`. */
  readonly userCode: string;
  readonly expiresAt: string;
  readonly expiresIn: number;
  readonly interval: number;
}

/**
 * Opens a login. With 100 open ones of its address, the oldest of them ends.
 *
 * @throws TooManyAttemptsError if all 100 were started within two minutes
 * @throws UnavailableError if there are too many in total
 */
export async function startLogin(database: Database, request: LoginRequest, now: Date): Promise<StartedLogin> {
  const deviceCode = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + DEVICE_CODE_LIFETIME_SECONDS * 1000).toISOString();
  const userCode = await database.transaction(async () => {
    await makeRoom(database, throttleKey(request.address), now);
    const code = await freeUserCode(database);
    const stamp = now.toISOString();
    const row = encodeRow(database, DeviceLogin.definition, {
      id: uuid(),
      deviceHash: hashToken(deviceCode),
      userCode: code,
      status: 'pending',
      ...request,
      addressKey: throttleKey(request.address),
      expiresAt,
      pollSeconds: DEVICE_POLL_INTERVAL_SECONDS,
      rev: 1,
      created_at: stamp,
      updated_at: stamp,
    });
    await database.run(database.dialect.builder.insertInto('device_logins').values(row).compile());
    return code;
  });
  return {
    deviceCode,
    userCode: formatUserCode(userCode),
    expiresAt,
    expiresIn: DEVICE_CODE_LIFETIME_SECONDS,
    interval: DEVICE_POLL_INTERVAL_SECONDS,
  };
}

/**
 * Makes room for one more login of an address: with the most of them open, the oldest one ends, so that unapproved logins of one program do
 * not lock everybody behind the same address out until they expire. The latest two minutes are kept: people need them to approve.
 */
async function makeRoom(database: Database, addressKey: string, now: Date): Promise<void> {
  // Serialized, or parallel starts would all count before any is written.
  await database.lock(`device-starts:${addressKey}`);
  const { builder } = database.dialect;
  const open = builder.selectFrom('device_logins').where('status', '=', 'pending').where('expiresAt', '>', moment(database, now));
  const oldest = await database.all(
    open
      .where('addressKey', '=', addressKey)
      .select(['id', 'created_at'])
      .orderBy('created_at')
      .orderBy('id')
      .limit(OPEN_LOGINS_PER_ADDRESS)
      .compile(),
  );
  const [first] = oldest;
  if (first && oldest.length >= OPEN_LOGINS_PER_ADDRESS) {
    const keptUntil = Date.parse(String(database.dialect.decode('datetime', first['created_at']))) + KEPT_OPEN_MS;
    if (keptUntil > now.getTime()) {
      throw new TooManyAttemptsError(
        'Too many logins were started from this address and are still open.',
        Math.max(1, Math.ceil((keptUntil - now.getTime()) / 1000)),
      );
    }
    const stamp = moment(database, now);
    const ended = builder.updateTable('device_logins').set({ status: 'expired', updated_at: stamp });
    await database.run(ended.where('id', '=', first['id']).where('status', '=', 'pending').compile());
  }
  const openInTotal = await database.first(open.select((each) => each.fn.countAll().as('count')).compile());
  if (Number(openInTotal?.['count']) >= OPEN_LOGINS) throw new UnavailableError('Too many logins are open; try again in a few minutes.');
}

/** An unused code: with 20^8 of them a second draw is rare, a third one practically never needed. */
async function freeUserCode(database: Database): Promise<string> {
  for (let draw = 0; draw < 10; draw += 1) {
    const code = drawUserCode();
    const existing = await database.first(
      database.dialect.builder.selectFrom('device_logins').select('id').where('userCode', '=', code).compile(),
    );
    if (!existing) return code;
  }
  throw new UnavailableError('No free code was found; try again.');
}

/** Generates a user code with uniformly distributed letters (`randomInt` avoids modulo bias). */
export function drawUserCode(): string {
  return Array.from({ length: USER_CODE_LENGTH }, () => USER_CODE_ALPHABET[randomInt(USER_CODE_ALPHABET.length)]).join('');
}
