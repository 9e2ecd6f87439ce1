import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { boolean, collection, type Database, datetime, integer, object, text } from '@colophon/core';
import { reserveAttempt, throttleKey } from '@colophon/core/throttle';
import { decodeRow, moment } from '../../rows/rows.ts';
import { hashToken } from '../../tokens/token-format.ts';

/** The maximum duration of a sign-in at the provider, in seconds: 10 minutes. */
export const STATE_SECONDS = 600;

const PER_ADDRESS = { attempts: 100, windowMs: 600_000 };
const SECRET = /^[A-Za-z0-9_-]{43}$/;

/**
 * A running sign-in with an identity provider, or a logout token that was processed; each can be used only once. Only the SHA-256 of the
 * state is stored: nonce and PKCE verifier are derived from it with the application's secret.
 */
export class OidcState extends object(
  {
    hash: text({ required: true, private: true }),
    provider: text({ required: true }),
    next: text(),
    userId: text({ description: 'The user who links an identity to their account; null for a sign-in.' }),
    accessEpoch: integer({ description: 'The epoch of the session that links.' }),
    invitationId: text({ description: 'The accepted invitation.' }),
    again: boolean({ description: 'Whether the provider was asked to repeat the sign-in.' }),
    expiresAt: datetime({ required: true }),
  },
  {
    table: 'oidc_states',
    kept: 'passing',
    api: false,
    mcp: false,
    cli: false,
    audit: false,
    unique: [['hash']],
    indexes: [['expiresAt']],
    access: { read: 'nobody', create: 'nobody', update: 'nobody', delete: 'nobody' },
    description: 'Sign-ins with identity providers in progress, and processed logout tokens.',
  },
) {}

export class OidcStates extends collection(OidcState) {}

/** The purpose of a sign-in with a provider. */
export interface Purpose {
  readonly provider: string;
  readonly next: string;
  readonly userId?: string | null;
  readonly accessEpoch?: number | null;
  readonly invitationId?: string | null;
  /** Whether the user must sign in at the provider again, regardless of an existing session there. */
  readonly again?: boolean | null;
}

/** Starts one, and returns its state, which goes to the provider and into a cookie. @throws TooManyAttemptsError */
export async function beginState(database: Database, purpose: Purpose, { address, now }: { address: string; now: Date }): Promise<string> {
  const state = randomBytes(32).toString('base64url');
  await database.transaction(async () => {
    await reserveAttempt(database, `oidc:${throttleKey(address)}`, PER_ADDRESS, now);
    await new OidcStates(database).add({
      ...purpose,
      hash: hashOf(state),
      expiresAt: new Date(now.getTime() + STATE_SECONDS * 1000).toISOString(),
    });
  });
  return state;
}

/** Uses up a state, whatever the outcome: of many concurrent callbacks the database lets one succeed. */
export async function takeState(
  database: Database,
  { state, provider, now }: { state: string; provider: string; now: Date },
): Promise<Purpose | undefined> {
  if (!SECRET.test(state)) return undefined;
  const { builder } = database.dialect;
  return database.transaction(async () => {
    const [row] = await database.all(
      builder
        .deleteFrom('oidc_states')
        .where('hash', '=', hashOf(state))
        .where('provider', '=', provider)
        .where('expiresAt', '>', moment(database, now))
        .returning(['provider', 'next', 'userId', 'accessEpoch', 'invitationId', 'again'])
        .compile(),
    );
    return row && decodeRow<Purpose>(database, OidcState.definition, row);
  });
}

/** Records that a logout token was processed, in the transaction of its processing. @returns false if it was recorded before */
export async function takeOnce(
  database: Database,
  { provider, id, until }: { provider: string; id: string; until: Date },
): Promise<boolean> {
  const hash = hashToken(`logout ${provider} ${id}`);
  await database.lock(`oidc-logout:${hash}`);
  const { builder } = database.dialect;
  if (await database.first(builder.selectFrom('oidc_states').select('id').where('hash', '=', hash).compile())) return false;
  await new OidcStates(database).add({ hash, provider, expiresAt: until.toISOString() });
  return true;
}

/** The nonce and the PKCE verifier of a state. */
export function secretsOf(state: string, secret: string): { nonce: string; verifier: string } {
  const key = Buffer.from(hkdfSync('sha256', Buffer.from(secret), Buffer.alloc(0), 'colophon oidc', 32));
  const derived = (label: string): string => createHmac('sha256', key).update(`${label} ${state}`).digest('base64url');
  return { nonce: derived('nonce'), verifier: derived('verifier') };
}

const hashOf = (state: string): string => hashToken(`oidc ${state}`);
