import { hash } from 'node:crypto';
import { ACCOUNT_CREDENTIAL_MEDIA_TYPE, ACCOUNT_PATHS, canonicalJson, type SignedAccount } from '@colophon/contract';
import { type Call, type Database, MalformedError, NotFoundError, runOperation } from '@colophon/core';
import { answerHeaders, isNotModified, withCall } from '@colophon/core/rest';
import { issuerDocument, publicKeySet } from '@colophon/core/signing';
import type { Route, RouteOptions } from '../record/capability.ts';
import { wantsJson } from './wants-json.ts';
import { accountContext, editionContext, revisionContext } from './account-context.ts';
import type { AccountSelection } from './choose-account.ts';

/**
 * The endpoints of the signed account (`application/vc+jwt`), its canonical text byte for byte, and the data for verifying both: the keys,
 * the issuer's document and the context.
 */
export function credentialRoutes(options: RouteOptions): Route[] {
  return [...accountRoutes(options), ...keyRoutes(options)];
}

function accountRoutes(options: RouteOptions): Route[] {
  return [
    {
      method: 'GET',
      path: '/contents/:id/credential',
      under: 'api',
      handle: (request, { id = '' }) => {
        // Requests for JSON are answered by the operation at this URL.
        if (wantsJson(request.headers.get('accept'))) return undefined;
        return withCall(request, options, async (call) => {
          const { credential } = (await run(options, 'getCredential', call, id, request)) as { credential: string };
          return cached(request, credential, accountHeaders(call, ACCOUNT_CREDENTIAL_MEDIA_TYPE));
        });
      },
    },
    {
      method: 'GET',
      path: '/contents/:id/credential/text',
      under: 'api',
      handle: (request, { id = '' }) =>
        withCall(request, options, async (call) => {
          const { text } = (await run(options, 'getSignedAccount', call, id, request)) as SignedAccount;
          return cached(request, canonicalJson(text), accountHeaders(call, 'application/json'));
        }),
    },
    {
      method: 'GET',
      path: '/contents/:id/credential/shown',
      under: 'api',
      handle: (request, { id = '' }) =>
        withCall(request, options, async (call) => {
          const account = (await run(options, 'getSignedAccount', call, id, request)) as SignedAccount;
          if (!('shown' in account) || account.shown === null)
            throw new NotFoundError('What was shown with this publication is not known: it is from before there were editions.');
          return cached(request, canonicalJson(account.shown), accountHeaders(call, 'application/json'));
        }),
    },
  ];
}

/** Uses the operation, so that access is checked in one place. */
async function run({ table, database }: RouteOptions, method: string, call: Call, key: string, request: Request): Promise<unknown> {
  const operation = table.operation(`contents.${method}`);
  if (!operation) throw new NotFoundError('There is no resource at this URL.');
  return (await runOperation(operation, { database, call, key, input: selectionIn(request) })).value;
}

function accountHeaders(call: Call, type: string): Record<string, string> {
  return { ...answerHeaders(call), 'Content-Type': type, 'Cache-Control': 'no-cache', Vary: 'Accept, Authorization, Cookie, X-Tenant' };
}

/** @throws MalformedError */
function selectionIn(request: Request): AccountSelection {
  const parameters = new URL(request.url).searchParams;
  return Object.fromEntries(
    (['edition', 'version', 'revision'] as const).flatMap((name) => {
      const [value, another] = parameters.getAll(name);
      if (value === undefined) return [];
      if (another === undefined && /^[1-9]\d{0,8}$/.test(value)) return [[name, Number(value)]];
      throw new MalformedError(`${name} must be one number, such as 3.`);
    }),
  );
}

/** Public and readable from any page: signatures are verified with them. */
function keyRoutes({ baseUrl, database, siteOf }: RouteOptions): Route[] {
  const documents: Readonly<Record<string, { type: string; make: (database: Database, site: string) => Promise<object> | object }>> = {
    [ACCOUNT_PATHS.keys]: { type: 'application/jwk-set+json', make: publicKeySet },
    [ACCOUNT_PATHS.issuer]: { type: 'application/cid', make: (from, site) => issuerDocument(from, `${site}${ACCOUNT_PATHS.issuer}`) },
    [ACCOUNT_PATHS.context]: { type: 'application/ld+json', make: () => accountContext(baseUrl) },
    [ACCOUNT_PATHS.revisionContext]: { type: 'application/ld+json', make: () => revisionContext(baseUrl) },
    [ACCOUNT_PATHS.editionContext]: { type: 'application/ld+json', make: () => editionContext(baseUrl) },
  };
  return Object.entries(documents).map(([path, { type, make }]) => ({
    method: 'GET',
    path,
    under: 'root',
    handle: async (request) =>
      cached(request, JSON.stringify(await make(database, (await siteOf?.(request)) ?? baseUrl)), {
        'Content-Type': type,
        'Cache-Control': 'public, max-age=300',
        'Access-Control-Allow-Origin': '*',
        'X-Content-Type-Options': 'nosniff',
      }),
  }));
}

function cached(request: Request, body: string, otherHeaders: Record<string, string>): Response {
  const tag = `"${hash('sha1', body, 'base64url')}"`;
  const headers = { ...otherHeaders, ETag: tag };
  if (isNotModified(request.headers.get('if-none-match'), tag)) return new Response(null, { status: 304, headers });
  return new Response(body, { headers });
}
