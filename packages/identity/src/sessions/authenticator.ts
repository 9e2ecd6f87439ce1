import { anonymous, type Caller, type Database, UnauthenticatedError } from '@colophon/core';
import { directoryOf } from '../tenants/tenant-directory.ts';
import { readApiToken } from '../tokens/read-api-token.ts';
import { hashToken, tokenKind } from '../tokens/token-format.ts';
import { type Verdict, verdictsOf } from './verdict-cache.ts';

/** What a request says about who sends it. */
export interface Credentials {
  /** The `Authorization` header as it was sent. */
  readonly authorization?: string | undefined;
  /** The `Cookie` header as it was sent. */
  readonly cookie?: string | undefined;
  /** For whoever is not signed in: the slug in `X-Tenant`. */
  readonly tenantHint?: string | undefined;
  /** For whoever is not signed in and names no tenant: the host name asked for. A port is ignored. */
  readonly host?: string | undefined;
}

export interface Authenticator {
  /**
   * Finds out who is calling, at the cost of one indexed point read at most.
   *
   * @throws UnauthenticatedError (`invalid_token`) when credentials were sent and do not hold: whoever shows a dead token
   * is told so, and never served as a stranger
   */
  authenticate(credentials: Credentials): Promise<Caller>;
}

const BEARER = /^bearer +(\S+)$/i;
const LONGEST_HEADER = 200;

/**
 * Makes what finds out who is calling, for every surface of an application.
 *
 * Good verdicts are believed for a moment (`VERDICT_LIFETIME_MS`), so a revocation holds at once in the process that
 * makes it and within two seconds in every other one.
 *
 * @example
 * const authenticator = createAuthenticator(database);
 * const caller = await authenticator.authenticate({ authorization: 'Bearer colophon_…' });
 */
export function createAuthenticator(database: Database): Authenticator {
  return {
    async authenticate({ authorization, tenantHint, host }) {
      if (authorization !== undefined) return bearer(database, authorization);
      return anonymous(await directoryOf(database).resolve({ slug: tenantHint, host }));
    },
  };
}

async function bearer(database: Database, authorization: string): Promise<Caller> {
  const token = authorization.length <= LONGEST_HEADER ? BEARER.exec(authorization.trim())?.[1] : undefined;
  if (token === undefined) throw new UnauthenticatedError('The Authorization header must be "Bearer" and a token.', true);
  const kind = tokenKind(token);
  // The checksum is wrong or the shape is: no database can know it.
  if (!kind) throw new UnauthenticatedError('This is not a token of this service; was it copied whole?', true);
  const hash = hashToken(token);
  const verdicts = verdictsOf(database);
  const known = verdicts.recall(hash, performance.now());
  if (known) return known;
  const { generation } = verdicts;
  const started = performance.now();
  const verdict: Verdict | undefined = kind === 'api' ? await readApiToken(database, hash, new Date()) : undefined;
  if (!verdict) throw new UnauthenticatedError('This token is not known, has expired or was revoked.', true);
  verdicts.remember(hash, verdict.caller, { generation, now: started, lifetime: verdict.lifetime });
  return verdict.caller;
}
