import { randomBytes } from 'node:crypto';
import { type Database, makeCall } from '@colophon/core';
import { reserveAttempt, throttleKey } from '@colophon/core/throttle';
import { clientMetadataOf } from './client-metadata.ts';
import { type OAuthClient, OAuthClients } from './oauth-client.ts';

/** Registrations from one network address. */
const REGISTRATIONS = { attempts: 20, windowMs: 3_600_000 };

/**
 * Registers a client that names itself (RFC 7591). Nothing it says is verified; it is deleted after a day if nobody has let it act for them.
 *
 * @throws OAuthError `invalid_redirect_uri`, `invalid_client_metadata`
 * @throws TooManyAttemptsError
 */
export async function registerClient(
  database: Database,
  values: Readonly<Record<string, unknown>>,
  { address, now }: { address: string; now: Date },
): Promise<OAuthClient> {
  const metadata = clientMetadataOf(values);
  return database.transaction(async () => {
    await reserveAttempt(database, `oauth-register:${throttleKey(address)}`, REGISTRATIONS, now);
    const clientId = `c_${randomBytes(18).toString('base64url')}`;
    const call = makeCall({ operation: 'oauth_clients.register', now: () => now });
    return new OAuthClients(database, call).add({ ...metadata, clientId, kind: 'registered', host: null });
  });
}
