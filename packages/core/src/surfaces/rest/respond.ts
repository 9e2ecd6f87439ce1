import type { Page } from '../../objects/query.ts';
import type { Answer } from '../../operations/answer.ts';
import { AnswerText } from '../../operations/answer-text.ts';
import type { Operation } from '../../operations/operation.ts';
import type { Call } from '../../callers/call.ts';
import { answerHeaders } from '../http/request-context.ts';
import type { SurfaceOptions } from '../http/surface-options.ts';
import { entityTag, isNotModified } from './etag.ts';

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
  const json = answer.text?.() ?? new AnswerText(JSON.stringify(answer.value));
  const body = json.text;
  const headers: Record<string, string> = { ...JSON_HEADERS, ...answerHeaders(call) };
  if (answer.replayed) headers['Idempotency-Replayed'] = 'true';
  if (answer.page) {
    const next = nextPage(operation, answer.page, request.url);
    if (next !== undefined && next.length <= LONGEST_LINK) headers['Link'] = `<${next}>; rel="next"`;
  }
  if (answer.rev !== undefined) {
    const tag = entityTag(answer.rev, json);
    headers['ETag'] = tag;
    if ((request.method === 'GET' || request.method === 'HEAD') && isNotModified(request.headers.get('if-none-match'), tag))
      return new Response(null, { status: 304, headers });
  }
  const made = answer.createdKey !== undefined || (operation.creates && answer.kind !== 'item');
  if (!made) return new Response(body, { status: 200, headers });
  const location = locationOf(operation, answer, options);
  if (location !== undefined) headers['Location'] = location;
  return new Response(body, { status: 201, headers });
}

/** The address of the next page: by cursor where there is one, else by offset. */
function nextPage({ kind }: Operation, page: Page<unknown>, address: string): string | undefined {
  const [path = '', query = ''] = address.slice(address.indexOf('/', address.indexOf('//') + 2)).split('?', 2);
  const parameters = new URLSearchParams(query);
  if (page.nextCursor !== undefined) {
    parameters.set('cursor', page.nextCursor);
    parameters.delete('offset');
  } else {
    // A search, and a nested list, have no cursor and go on by offset; elsewhere no cursor says that this is the last page.
    if (kind === 'crud' && !parameters.has('search')) return undefined;
    const reached = page.offset + page.items.length;
    if (page.count === null || reached >= page.count || page.items.length === 0) return undefined;
    parameters.set('offset', String(reached));
  }
  return `${path}?${parameters.toString()}`;
}

function locationOf({ resource }: Operation, { createdKey, createdIn }: Answer, { table, basePath }: SurfaceOptions): string | undefined {
  if (createdKey === undefined) return undefined;
  const owner =
    createdIn === undefined
      ? resource
      : table.resources.find((each) => each.definition.table === createdIn && each.definition.typeName === undefined);
  return owner && `${basePath ?? '/api/v1'}/${owner.slug}/${encodeURIComponent(createdKey)}`;
}
