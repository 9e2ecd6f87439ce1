import { type Call, ColophonError, makeCall, NotFoundError, permits, UnauthenticatedError } from '@colophon/core';
import { answerHeaders, eventStream, listenerOf, sameCaller, type StreamEvent, StreamPlaces, withCall } from '@colophon/core/rest';
import type { ContentCollection, Route, RouteOptions } from '../../record/capability.ts';
import type { ContentRecord } from '../../record/content-record.ts';
import { contentChanges } from '../../record/content-signal.ts';
import { isTenantStaff } from '../../record/staff-access.ts';
import { editorsOf } from './keep-autosave.ts';

/** Between two looks without a change, in milliseconds: who has stopped editing is known by the time alone. */
const LOOK_EVERY_MS = 15_000;
const PLACES = new StreamPlaces({ each: 10, message: 'Too many pieces are followed at once.', retryAfter: 30 });

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
          return stream(request, { options, call, record });
        }),
    },
  ];
}

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
  const { closing, onError } = following.options;
  return eventStream({
    request,
    places: PLACES,
    who: listenerOf(caller),
    closing,
    headers: answerHeaders({ requestId }),
    isAllowed: () => isAllowed(request, following),
    events: (ended) => changes(following, ended),
    onError: (error) => onError?.(error, requestId ?? ''),
  });
}

async function* changes({ options, call, record }: Following, ended: AbortSignal): AsyncGenerator<StreamEvent> {
  const told = new Map<string, string>();
  const following = contentChanges(options.database, record.id, LOOK_EVERY_MS, ended);
  do {
    // Asked for before reading, so that no change is missed in between.
    const next = following.next();
    const items = await editorsOf(record, makeCall({ caller: call.caller }));
    const rev = await revOf(options, call, record.id);
    for (const [event, data] of [
      ['editors', { items }],
      ['saved', { rev }],
    ] as const) {
      const text = JSON.stringify(data);
      if (told.get(event) === text) continue;
      told.set(event, text);
      yield { event, data };
    }
    await next;
  } while (!ended.aborted);
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

/** Whether the session or token that opened the stream is still valid, and can still see who edits. @throws ColophonError if it cannot */
async function isAllowed(request: Request, { options, call, record }: Following): Promise<boolean> {
  const current = await sameCaller(request, call, options);
  if (current) await requireRecord(options, current, record.id);
  return current !== undefined;
}
