import { type Call, ColophonError, type Database, Latch, NotFoundError, permits, UnauthenticatedError } from '@colophon/core';
import { eventStream, listenerOf, sameCaller, type StreamEvent, StreamPlaces, withCall } from '@colophon/core/rest';
import { readEventId, stateOf, toBase64, writeEventId } from '@colophon/draft';
import type { ContentCollection, Route, RouteOptions } from '../record/capability.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { peopleOf } from '../record/people.ts';
import { isTenantStaff } from '../record/staff-access.ts';
import { noteClient } from './clients.ts';
import { permissionIn, requireShown } from './draft-access.ts';
import { type DraftChannel, followDraft } from './draft-channel.ts';
import { readDraftRow } from './record/draft-rows.ts';
import { documentsOf } from './record/draft-documents.ts';
import { announceDraft } from './record/announce-draft.ts';
import { isHiddenFrom } from './record/hidden-drafts.ts';
import { touchDraft } from './record/touch-draft.ts';

const PLACES = new StreamPlaces({ each: 5, message: 'Too many drafts are followed at once.', retryAfter: 30 });
/** Milliseconds between two notes that an editor is there. */
const NOTED_EVERY_MS = 30_000;
/** The longest wait for a signal, in milliseconds: presence that is not repeated ends. */
const LONGEST_WAIT_MS = 5_000;

/** The options of the stream, as tests set them. */
export interface DraftEventOptions extends RouteOptions {
  /** Milliseconds between two comments that keep a stream open; access is checked again each time. */
  readonly draftHeartbeat?: number;
}

/**
 * `GET /contents/{id}/draft/events`: what is written in a draft, as server-sent events with the id `<epoch>.<sequence>`: `update`, `state`
 * after updates that are not kept any more, `epoch`, `saved`, `presence`, `access` and `closed`.
 */
export function draftEventRoutes(options: DraftEventOptions): Route[] {
  return [
    {
      method: 'GET',
      path: '/contents/:id/draft/events',
      under: 'api',
      handle: (request, { id = '' }) =>
        withCall(request, options, async (call) => {
          const record = await requireRecord(options, call, id);
          const row = await readDraftRow(record.database, record.id);
          if (row) requireShown(row, call);
          return stream(request, options, { call, record });
        }),
    },
  ];
}

interface Following {
  readonly call: Call;
  readonly record: ContentRecord;
}

function stream(request: Request, options: DraftEventOptions, following: Following): Response {
  const { call, record } = following;
  const latest = { may: permissionIn(record, call) };
  const access = new Latch();
  return eventStream({
    request,
    places: PLACES,
    who: listenerOf(call.caller),
    events: (ended) => events(request, following, { ended, latest, access }),
    isAllowed: async () => {
      const now = await sameCaller(request, call, options);
      if (!now) return false;
      try {
        latest.may = permissionIn(await requireRecord(options, now, record.id), now);
        access.open();
        return true;
      } catch (error) {
        if (error instanceof ColophonError && error.status < 500) return false;
        throw error;
      }
    },
    closing: options.closing,
    heartbeat: options.draftHeartbeat,
    headers: { 'X-Request-Id': call.requestId ?? '' },
    onError: (error) => options.onError?.(error as Error, call.requestId ?? ''),
  });
}

interface Stream {
  readonly ended: AbortSignal;
  /** What the caller may do, as it was asked last. */
  readonly latest: { may: 'write' | 'read' };
  readonly access: Latch;
}

async function* events(request: Request, { call, record }: Following, { ended, latest, access }: Stream): AsyncGenerator<StreamEvent> {
  const { database, id } = record;
  const client = Number(new URL(request.url).searchParams.get('client')) || undefined;
  const { channel, leave } = followDraft(database, id, () => access.open());
  const wake = (): void => access.open();
  ended.addEventListener('abort', wake, { once: true });
  try {
    await channel.look();
    let cursor = readEventId(request.headers.get('last-event-id') ?? new URL(request.url).searchParams.get('after') ?? '');
    let told = { may: '', rev: -1, presence: 0 };
    let noted = -Infinity;
    while (!ended.aborted) {
      const { row } = channel;
      if (row && isHiddenFrom(call, row)) {
        yield { event: 'closed', data: { reason: 'draft_private' } };
        return;
      }
      if (latest.may !== told.may) yield { event: 'access', data: { may: latest.may } };
      if (row && cursor && cursor.epoch !== row.epoch) yield { event: 'epoch', data: { epoch: row.epoch } };
      if (row && cursor?.epoch !== row.epoch) cursor = { epoch: row.epoch, sequence: channel.sequence };
      if (!row && cursor) {
        yield { event: 'epoch', data: { epoch: null } };
        cursor = null;
      }
      if (row && cursor && cursor.sequence < channel.sequence) {
        for await (const event of missing(database, channel, cursor)) yield event;
        cursor = { epoch: row.epoch, sequence: Math.max(cursor.sequence, channel.sequence) };
      }
      if (row && row.savedRev !== told.rev) yield await saved(database, channel, told.rev);
      const { present, version } = channel.presenceSince(told.presence, Date.now());
      for (const presence of present) if (presence.client !== client) yield { event: 'presence', data: presence };
      told = { may: latest.may, rev: row?.savedRev ?? -1, presence: version };
      if (row && performance.now() - noted > NOTED_EVERY_MS) {
        noted = performance.now();
        await touchDraft(database, row, call.now());
        if (client !== undefined) await noteClient(database, row, client, call.now());
      }
      await access.wait(LONGEST_WAIT_MS);
    }
  } finally {
    const last = client === undefined ? undefined : channel.presenceOf(client);
    // Only an editor of the caller's own is said to be gone.
    if (last && last.userId === (call.caller.id ?? '')) announceDraft(database, id, { ...last, isWriting: false, isGone: true });
    leave();
    ended.removeEventListener('abort', wake);
  }
}

/** What a client lacks: the updates, or the state if they are not kept any more. */
async function* missing(
  database: Database,
  channel: DraftChannel,
  { epoch, sequence }: { readonly epoch: string; readonly sequence: number },
): AsyncGenerator<StreamEvent> {
  const updates = channel.updatesSince(sequence);
  if (updates) {
    for (const { sequence: at, client, update } of updates)
      yield { event: 'update', id: writeEventId({ epoch, sequence: at }), data: { client, update } };
    return;
  }
  const open = await documentsOf(database).get(channel.row?.contentId ?? '');
  if (open?.row.epoch !== epoch) return;
  yield { event: 'state', id: writeEventId({ epoch, sequence: open.sequence }), data: { state: toBase64(stateOf(open.document)) } };
}

async function saved(database: Database, { row }: DraftChannel, before: number): Promise<StreamEvent> {
  const { savedRev = 0, savedSequence = 0, epoch = '', contentId = '' } = row ?? {};
  const through = writeEventId({ epoch, sequence: savedSequence });
  if (before === -1) return { event: 'saved', data: { rev: savedRev, through, by: null } };
  const query = database.dialect.builder.selectFrom('contents').select('updatedBy').where('id', '=', contentId);
  const by = (await database.first(query.compile()))?.['updatedBy'];
  const people = await peopleOf(database, [typeof by === 'string' ? by : null]);
  return { event: 'saved', data: { rev: savedRev, through, by: [...people.values()][0] ?? null } };
}

function contentsIn({ table, database }: RouteOptions, call: Call): ContentCollection {
  const Class = table.operation('contents.get')?.resource.collectionClass;
  if (!Class) throw new NotFoundError('There is no content.');
  return new Class(database, call) as unknown as ContentCollection;
}

/** @throws NotFoundError, UnauthenticatedError or ForbiddenError, as for the draft itself */
async function requireRecord(options: RouteOptions, call: Call, id: string): Promise<ContentRecord> {
  const record = await contentsIn(options, call).get(id);
  if (!record) throw new NotFoundError(`There is no content ${id.slice(0, 200)}.`);
  if (permits(isTenantStaff, call.caller, record as never)) return record;
  if (call.caller.kind === 'anonymous') throw new UnauthenticatedError();
  throw new ColophonError(403, 'forbidden', 'You are not allowed to see who writes this.');
}
