import type { Page } from '../../objects/query.ts';
import type { Answer } from '../../operations/answer.ts';
import { AnswerText } from '../../operations/answer-text.ts';
import type { Operation } from '../../operations/operation.ts';
import type { Call } from '../../callers/call.ts';
import { answerHeaders } from '../http/answer-headers.ts';
import { requestPath, requestQuery } from '../http/request-address.ts';
import type { SurfaceOptions } from '../http/surface-options.ts';
import { isNotModified } from '../http/not-modified.ts';
import { entityTag } from './etag.ts';
import { RESPOND_ASYNC } from './prefer.ts';

const ANSWER_HEADERS = {
  'Cache-Control': 'private, no-cache',
  Vary: 'Authorization, Cookie, X-Tenant',
} as const;

/** Clients limit the size of headers; the cursor is in the page too. */
const LONGEST_LINK = 4000;

/** Converts a result to an HTTP response: status, entity tag, location, paging links. */
export function respond(operation: Operation, answer: Answer, request: Request, call: Call, options: SurfaceOptions): Response {
  if (answer.kind === 'nothing') return new Response(null, { status: 204, headers: answerHeaders(call) });
  const json = answer.text?.() ?? new AnswerText(JSON.stringify(answer.value));
  const body = json.text;
  const headers: Record<string, string> = { 'Content-Type': operation.mediaType, ...ANSWER_HEADERS, ...answerHeaders(call) };
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
  if (answer.accepted && operation.background) headers['Preference-Applied'] = RESPOND_ASYNC;
  return new Response(body, { status: answer.accepted ? 202 : 201, headers });
}

/** Returns the URL of the next page: by cursor if there is one, else by offset. */
function nextPage({ kind }: Operation, page: Page<unknown>, address: string): string | undefined {
  const parameters = requestQuery(address);
  if (page.nextCursor !== undefined) {
    parameters.set('cursor', page.nextCursor);
    parameters.delete('offset');
  } else {
    // A request with a cursor whose page has none is at the end.
    const isCounted = kind !== 'crud' && !parameters.has('cursor');
    const next = page.nextOffset ?? (isCounted ? nextOfCounted(page) : undefined);
    if (next === undefined) return undefined;
    parameters.set('offset', String(next));
  }
  return `${requestPath(address)}?${parameters.toString()}`;
}

/** Nested lists are counted and paged by offset. */
function nextOfCounted({ items, count, offset }: Page<unknown>): number | undefined {
  const reached = offset + items.length;
  return count === null || reached >= count || items.length === 0 ? undefined : reached;
}

function locationOf({ resource }: Operation, { createdKey, createdIn }: Answer, { table, basePath }: SurfaceOptions): string | undefined {
  if (createdKey === undefined) return undefined;
  const owner =
    createdIn === undefined
      ? resource
      : table.resources.find((each) => each.definition.table === createdIn && each.definition.typeName === undefined);
  return owner && `${basePath ?? '/api/v1'}/${owner.slug}/${encodeURIComponent(createdKey)}`;
}
