import type { Page } from '../../objects/query.ts';
import type { Answer } from '../../operations/answer.ts';
import type { Operation } from '../../operations/operation.ts';
import type { Call } from '../../callers/call.ts';
import { answerHeaders } from '../http/request-context.ts';
import type { SurfaceOptions } from '../http/surface-options.ts';
import { entityTag, isNotModified } from './etag.ts';
import { RESPOND_ASYNC } from './prefer.ts';

const JSON_HEADERS = {
  'Content-Type': 'application/json',
  'Cache-Control': 'private, no-cache',
  Vary: 'Authorization, Cookie, X-Tenant',
} as const;

/** Clients bound the size of headers; the cursor is in the page too. */
const LONGEST_LINK = 4000;

/** Puts an answer into HTTP: status, entity tag, location, paging links. */
export function respond(operation: Operation, answer: Answer, request: Request, call: Call, options: SurfaceOptions): Response {
  if (answer.kind === 'nothing') return new Response(null, { status: 204, headers: answerHeaders(call) });
  const body = JSON.stringify(answer.value);
  const headers: Record<string, string> = { ...JSON_HEADERS, ...answerHeaders(call) };
  if (answer.replayed) headers['Idempotency-Replayed'] = 'true';
  if (answer.kind === 'page') {
    const next = nextPage(operation, answer.value as Page<unknown>, new URL(request.url));
    if (next !== undefined && next.length <= LONGEST_LINK) headers['Link'] = `<${next}>; rel="next"`;
  }
  if (answer.rev !== undefined) {
    const tag = entityTag(answer.rev, body);
    headers['ETag'] = tag;
    if ((request.method === 'GET' || request.method === 'HEAD') && isNotModified(request.headers.get('if-none-match'), tag))
      return new Response(null, { status: 304, headers });
  }
  const made = answer.createdKey !== undefined || (operation.creates && answer.kind !== 'item');
  if (!made) return new Response(body, { status: 200, headers });
  const location = locationOf(operation, answer, options);
  if (location !== undefined) headers['Location'] = location;
  if (answer.accepted && operation.background) headers['Preference-Applied'] = RESPOND_ASYNC;
  return new Response(body, { status: answer.accepted ? 202 : 201, headers });
}

/** The address of the next page: by cursor where there is one, else by offset. */
function nextPage({ kind }: Operation, page: Page<unknown>, url: URL): string | undefined {
  if (page.nextCursor !== undefined) {
    url.searchParams.set('cursor', page.nextCursor);
    url.searchParams.delete('offset');
  } else {
    // A search, and a nested list, have no cursor and go on by offset; elsewhere no cursor says that this is the last page.
    if (kind === 'crud' && !url.searchParams.has('search')) return undefined;
    const reached = page.offset + page.items.length;
    if (page.count === null || reached >= page.count || page.items.length === 0) return undefined;
    url.searchParams.set('offset', String(reached));
  }
  return `${url.pathname}${url.search}`;
}

function locationOf({ resource }: Operation, { createdKey, createdIn }: Answer, { table, basePath }: SurfaceOptions): string | undefined {
  if (createdKey === undefined) return undefined;
  const owner =
    createdIn === undefined
      ? resource
      : table.resources.find((each) => each.definition.table === createdIn && each.definition.typeName === undefined);
  return owner && `${basePath ?? '/api/v1'}/${owner.slug}/${encodeURIComponent(createdKey)}`;
}
