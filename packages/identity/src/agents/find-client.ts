import { type Database, makeCall, MalformedError, UnavailableError } from '@colophon/core';
import { reserveAttempt, throttleKey } from '@colophon/core/throttle';
import {
  fetchClientDocument,
  type FetchClientDocument,
  type FetchedClientDocument,
  freshnessOf,
  hostOfDocument,
  isClientDocumentUrl,
  isJsonType,
  readClientDocument,
} from './client-document.ts';
import { refused } from './client-metadata.ts';
import { type OAuthClient, OAuthClients } from './oauth-client.ts';
import { OAuthError } from './oauth-error.ts';

/** Which agents people may connect: any, or only those that the operator named. */
export type AgentPolicy = 'any' | 'pinned';

/** Documents that are fetched for one network address. */
const FETCHES = { attempts: 10, windowMs: 60_000 };
/** How long a failure is remembered, in milliseconds. */
const FAILED_MS = 60_000;
const MAXIMUM_FAILURES = 1000;

/** Who asks, and what they may. */
export interface ClientSearch {
  readonly policy: AgentPolicy;
  /** The network address of the person's browser. */
  readonly address: string;
  readonly now: Date;
}

/**
 * The client with this id, whose metadata document is fetched if that was not done lately.
 *
 * @throws MalformedError if it is unknown, blocked, not among those that may be connected, or its document is not valid
 * @throws UnavailableError if its document cannot be fetched
 * @throws TooManyAttemptsError
 */
export async function findClient(database: Database, clientId: string, search: ClientSearch): Promise<OAuthClient> {
  const known = await findKnownClient(database, clientId);
  if (known?.blockedAt) throw notAllowed('The operator of this server has blocked this program.');
  if (known?.kind === 'pinned') return known;
  if (search.policy === 'pinned') throw notAllowed('Only programs that the operator of this server has chosen can be connected.');
  if (known?.kind === 'registered') return known;
  if (!isClientDocumentUrl(clientId)) throw unknownClient();
  if (known && known.staleAt !== null && known.staleAt > search.now.toISOString()) return known;
  const fetch = database.ports.use(fetchClientDocument);
  if (!fetch) throw unknownClient();
  return describedBy(database, clientId, { known, fetch, ...search });
}

/** The client as it is stored; undefined if it is unknown. */
export function findKnownClient(database: Database, clientId: string): Promise<OAuthClient | undefined> {
  return new OAuthClients(database).find({ clientId });
}

async function describedBy(
  database: Database,
  url: string,
  { known, fetch, address, now }: ClientSearch & { known: OAuthClient | undefined; fetch: FetchClientDocument },
): Promise<OAuthClient> {
  refuseFailed(database, url, now);
  await reserveAttempt(database, `client-document:${throttleKey(address)}`, FETCHES, now);
  const document = await fetch(url, known?.etag ?? undefined).catch((error: unknown) => {
    failed(database).set(url, now.getTime());
    throw unreachable(error);
  });
  try {
    return await store(database, { url, known, document, now });
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    failed(database).set(url, now.getTime());
    throw new MalformedError(`The description that the program's host gives of it is not valid. ${error.message}`, {
      code: 'invalid_client_document',
      hint: 'Only the maker of the program can mend that.',
      cause: error,
    });
  }
}

async function store(
  database: Database,
  { url, known, document, now }: { url: string; known: OAuthClient | undefined; document: FetchedClientDocument; now: Date },
): Promise<OAuthClient> {
  const { status, contentType, text, etag = null, cacheControl } = document;
  const times = { fetchedAt: now.toISOString(), staleAt: new Date(now.getTime() + freshnessOf(cacheControl)).toISOString() };
  if (status === 304) {
    if (!known) throw refused('Its host says that it has not changed, and it is not known.');
    return Object.assign(known, times).save();
  }
  if (!isJsonType(contentType)) throw refused('It is not sent as application/json.');
  const values = { ...readClientDocument(url, text), ...times, etag, kind: 'document' as const, host: hostOfDocument(url) };
  return database.transaction(async () => {
    await database.lock(`oauth-client:${url}`);
    const clients = new OAuthClients(database, makeCall({ operation: 'oauth_clients.fetch', now: () => now }));
    const present = await clients.find({ clientId: url });
    return present ? Object.assign(present, values).save() : clients.add({ ...values, clientId: url });
  });
}

const failures = new WeakMap<Database, Map<string, number>>();

function failed(database: Database): Map<string, number> {
  const known = failures.get(database) ?? new Map<string, number>();
  if (known.size >= MAXIMUM_FAILURES) known.clear();
  failures.set(database, known);
  return known;
}

/** A host that just failed is not asked again for each click. */
function refuseFailed(database: Database, url: string, now: Date): void {
  const at = failed(database).get(url);
  if (at !== undefined && Math.abs(now.getTime() - at) < FAILED_MS) throw unreachable();
}

function unreachable(cause?: unknown): UnavailableError {
  return new UnavailableError(
    'The description of the program could not be loaded from its host.',
    { hint: 'Try again in a minute.', headers: { 'Retry-After': '60' }, cause },
    'client_unreachable',
  );
}

function unknownClient(): MalformedError {
  return new MalformedError('This server does not know the program that sent you here.', {
    code: 'unknown_client',
    hint: 'Connect again from the program itself.',
  });
}

function notAllowed(message: string): MalformedError {
  return new MalformedError(message, { code: 'client_not_allowed', hint: 'Ask your administrator.' });
}
