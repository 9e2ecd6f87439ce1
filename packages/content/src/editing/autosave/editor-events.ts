import { setTimeout as delay } from 'node:timers/promises';
import { type Call, ColophonError, makeCall, NotFoundError, permits, UnauthenticatedError } from '@colophon/core';
import { withCall } from '@colophon/core/rest';
import type { ContentCollection, Route, RouteOptions } from '../../record/capability.ts';
import type { ContentRecord } from '../../record/content-record.ts';
import { isTenantStaff } from '../../record/staff-access.ts';
import { editorsOf } from './keep-autosave.ts';

/** Milliseconds between two looks at who is editing, and at the revision. */
const LOOKED_EVERY = 1500;
/** Milliseconds between two comments that keep the connection open; access is checked again each time. */
const HEARTBEAT_MS = 15_000;
const STREAMS_OF_ONE = 10;

const open = new Map<string, number>();

/**
 * `GET /contents/{id}/editors/events`: who else is editing a record (`editors {items}`), and its revision (`saved {rev}`), at first and
 * whenever one of them changes, as server-sent events. It ends when the caller loses access.
 */
export function editorEventRoutes(options: RouteOptions): Route[] {
  return [
    {
      method: 'GET',
      path: '/contents/:id/editors/events',
      under: 'api',
      handle: (request, { id = '' }) =>
        withCall(request, options, async (call) => {
          const record = await requireRecord(options, call, id);
          return request.method === 'HEAD' ? new Response(null, { headers: HEADERS }) : stream(request, { options, call, record });
        }),
    },
  ];
}

const HEADERS = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' } as const;

interface Following {
  readonly options: RouteOptions;
  readonly call: Call;
  readonly record: ContentRecord;
}

function contentsOf({ table, database }: RouteOptions, call: Call): ContentCollection {
  const Class = table.operation('contents.get')?.resource.collectionClass;
  if (!Class) throw new NotFoundError('There is no content.');
  return new Class(database, call) as unknown as ContentCollection;
}

/** @throws NotFoundError, UnauthenticatedError or ForbiddenError, as for the list of editors */
async function requireRecord(options: RouteOptions, call: Call, id: string): Promise<ContentRecord> {
  const record = await contentsOf(options, call).get(id);
  if (!record) throw new NotFoundError(`There is no content ${id.slice(0, 200)}.`);
  if (permits(isTenantStaff, call.caller, record as never)) return record;
  if (call.caller.kind === 'anonymous') throw new UnauthenticatedError();
  throw new ColophonError(403, 'forbidden', 'You are not allowed to see who edits this.');
}

/** @throws ColophonError 429 beyond ten streams of one caller */
function stream(request: Request, following: Following): Response {
  const { caller, requestId } = following.call;
  const who = `${caller.kind} ${caller.id}`;
  if (isFull(who))
    throw new ColophonError(429, 'too_many_streams', 'Too many pieces are followed at once.', { headers: { 'Retry-After': '30' } });
  const gone = new AbortController();
  const { closing, onError } = following.options;
  const ended = AbortSignal.any([gone.signal, request.signal, ...(closing ? [closing] : [])]);
  const pieces = counted(who, changes(request, following, ended));
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { value, done } = await pieces.next();
          if (gone.signal.aborted) return;
          if (!done) return controller.enqueue(encoder.encode(value));
        } catch (error) {
          if (!(error instanceof ColophonError) || error.status >= 500) onError?.(error as Error, requestId ?? '');
        }
        controller.close();
      },
      async cancel() {
        gone.abort();
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: { ...HEADERS, 'X-Request-Id': requestId ?? '' } });
}

function isFull(who: string): boolean {
  return (open.get(who) ?? 0) >= STREAMS_OF_ONE;
}

/** A stream is counted from its first read until its end. */
async function* counted(who: string, pieces: AsyncGenerator<string>): AsyncGenerator<string> {
  // Others may have started since the check.
  if (isFull(who)) return;
  open.set(who, (open.get(who) ?? 0) + 1);
  try {
    yield* pieces;
  } finally {
    const rest = (open.get(who) ?? 1) - 1;
    if (rest === 0) open.delete(who);
    else open.set(who, rest);
  }
}

async function* changes(request: Request, { options, call, record }: Following, ended: AbortSignal): AsyncGenerator<string> {
  const told = new Map<string, string>();
  let heard = performance.now();
  yield 'retry: 2000\n\n';
  while (!ended.aborted) {
    const items = await editorsOf(record, makeCall({ caller: call.caller }));
    const rev = await revOf(options, call, record.id);
    for (const [name, value] of [
      ['editors', { items }],
      ['saved', { rev }],
    ] as const) {
      const data = JSON.stringify(value);
      if (told.get(name) === data) continue;
      told.set(name, data);
      yield `event: ${name}\ndata: ${data}\n\n`;
    }
    await delay(LOOKED_EVERY, undefined, { signal: ended }).catch(() => undefined);
    if (ended.aborted || performance.now() - heard < HEARTBEAT_MS) continue;
    heard = performance.now();
    await requireSame(request, options, { call, id: record.id });
    yield ':\n\n';
  }
}

/** The revision alone: the text of a record is long. @throws NotFoundError if it is not there any more */
async function revOf(options: RouteOptions, call: Call, id: string): Promise<number> {
  const { items } = await contentsOf(options, makeCall({ caller: call.caller })).rows({
    where: { id },
    fields: ['id', 'rev'],
    count: 'none',
  } as never);
  const [found] = items as readonly { readonly rev?: unknown }[];
  if (typeof found?.rev !== 'number') throw new NotFoundError('The record is not there any more.');
  return found.rev;
}

/** Requires that the session or token that opened the stream is still valid, and can still see who edits. @throws ColophonError */
async function requireSame(
  request: Request,
  options: RouteOptions,
  { call, id }: { readonly call: Call; readonly id: string },
): Promise<void> {
  const caller = await options.authenticate(request);
  const { kind, id: callerId, tenantId } = call.caller;
  if (caller.kind !== kind || caller.id !== callerId || caller.tenantId !== tenantId) throw new UnauthenticatedError();
  await requireRecord(options, makeCall({ caller }), id);
}
