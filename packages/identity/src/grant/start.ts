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
import { encodeRow, moment } from '../rows.ts';
import { throttleKey, TooManyAttemptsError } from '@colophon/core/throttle';
import { hashToken } from '../tokens/token-format.ts';
import { DeviceLogin } from './device-login.ts';

/** The maximum number of open logins per address. */
export const OPEN_LOGINS_PER_ADDRESS = 100;

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
 * Opens a login.
 *
 * @throws TooManyAttemptsError if the address has 100 open ones
 * @throws UnavailableError if there are too many in total
 */
export async function startLogin(database: Database, request: LoginRequest, now: Date): Promise<StartedLogin> {
  const deviceCode = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + DEVICE_CODE_LIFETIME_SECONDS * 1000).toISOString();
  const userCode = await database.transaction(async () => {
    await refuseTooMany(database, throttleKey(request.address), now);
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

async function refuseTooMany(database: Database, addressKey: string, now: Date): Promise<void> {
  // Serialized, or parallel starts would all count before any is written.
  await database.lock(`device-starts:${addressKey}`);
  const { builder } = database.dialect;
  const open = builder.selectFrom('device_logins').where('status', '=', 'pending').where('expiresAt', '>', moment(database, now));
  const openFromAddress = await database.first(
    open
      .where('addressKey', '=', addressKey)
      .select((each) => [each.fn.countAll().as('count'), each.fn.min('expiresAt').as('first')])
      .compile(),
  );
  if (Number(openFromAddress?.['count']) >= OPEN_LOGINS_PER_ADDRESS) {
    const frees = Date.parse(String(database.dialect.decode('datetime', openFromAddress?.['first']))) - now.getTime();
    throw new TooManyAttemptsError(
      'Too many logins were started from this address and are still open.',
      Math.max(1, Math.ceil(frees / 1000)),
    );
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
