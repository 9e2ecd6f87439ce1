import { setTimeout as delay } from 'node:timers/promises';
import { JOB_EVENT } from '@colophon/contract';
import { Latch } from '../../async/latch.ts';
import type { Call } from '../../callers/call.ts';
import { lastSequence } from '../../jobs/change-job.ts';
import { Jobs } from '../../jobs/job.ts';
import { watchJobs } from '../../jobs/watch/watch-jobs.ts';
import type { Database } from '../../storage/database.ts';
import type { StreamEvent } from '../http/event-stream.ts';

export interface JobEventStreamParts {
  readonly database: Database;
  /** Returns the current call of the listener; undefined once they have lost access. */
  readonly caller: () => Promise<Call | undefined>;
  /** The sequence number of the last event that the client has seen, from `Last-Event-ID`. */
  readonly after: number | undefined;
  /** Ends the stream: the client has disconnected, or the server stops. */
  readonly ended: AbortSignal;
}

/** Changes within this time are sent together. */
const GATHER_MS = 50;
/** The listener is checked again after this time: about as long as a revocation takes to reach a process. */
const BELIEVED_MS = 2_000;
const PAGE = 100;

/**
 * Yields the events of a job event stream: first the active jobs, or with `after` the changes since, then each job that changes, in its
 * current state. Only the position is stored per client: a slow client gets later, and of many changes of a job the last.
 */
export async function* jobEvents({ database, caller, after, ended }: JobEventStreamParts): AsyncGenerator<StreamEvent> {
  const latch = new Latch();
  const open = (): void => latch.open();
  const unwatch = watchJobs(database, open);
  ended.addEventListener('abort', open, { once: true });
  try {
    let call = await caller();
    let asked = performance.now();
    let known = await lastSequence(database);
    // A number from before the table was recreated is meaningless.
    if (after !== undefined && after <= known) known = after;
    else if (call) {
      for await (const job of read(database, call, { status: { in: ['queued', 'running'] }, sequence: { lte: known } })) yield eventOf(job);
    }
    yield { id: String(known) };
    while (call && !ended.aborted) {
      const reached = await lastSequence(database);
      // A change after the number was read has a greater one and is sent in the next round: sent now, it would be sent twice.
      if (reached > known) for await (const job of read(database, call, { sequence: { gt: known, lte: reached } })) yield eventOf(job);
      known = Math.max(known, reached);
      await latch.wait();
      if (!ended.aborted) await delay(GATHER_MS);
      if (performance.now() - asked < BELIEVED_MS) continue;
      call = await caller();
      asked = performance.now();
    }
  } finally {
    unwatch();
    ended.removeEventListener('abort', open);
  }
}

/** Yields the jobs that match, as the call sees them, in the order of their changes. */
async function* read(
  database: Database,
  call: Call,
  where: NonNullable<Parameters<Jobs['rows']>[0]>['where'] & object,
): AsyncGenerator<Record<string, unknown>> {
  const jobs = new Jobs(database, call);
  let cursor: string | undefined;
  do {
    const page = await jobs.rows({ where, orderBy: 'sequence', limit: PAGE, count: 'none', ...(cursor === undefined ? {} : { cursor }) });
    yield* page.items;
    cursor = page.nextCursor;
  } while (cursor !== undefined);
}

function eventOf(job: Record<string, unknown>): StreamEvent {
  return { event: JOB_EVENT, id: String(job['sequence']), data: job };
}
