import { type Database, hasTable, repeat } from '@colophon/core';
import { sweepPendingCalls } from '@colophon/core/approvals';
import { sweepWebhooks } from '@colophon/core/webhooks';
import { sweep } from '@colophon/identity';

export interface TidyOptions {
  /** Days that security events are kept; default 180. */
  readonly keepSecurityDays?: number | undefined;
  /** Milliseconds between two rounds; default five minutes. */
  readonly every?: number;
  /** What the application deletes in addition, each on its own. */
  readonly parts?: readonly (() => Promise<unknown>)[];
  /** Called with errors; the next round runs anyway. */
  readonly onError: (error: unknown) => void;
}

/**
 * Periodically deletes expired data until stopped, such as expired sessions and codes, and renews the statistics of a database whose tables
 * have grown. Every process may do so. It does not keep a process alive.
 *
 * @returns a function that stops it, and resolves once a running round has ended
 */
export function startTidying(
  database: Database,
  { every = 300_000, keepSecurityDays, parts = [], onError }: TidyOptions,
): () => Promise<void> {
  const all: readonly (() => Promise<unknown>)[] = [
    async () => (await hasTable(database, 'sessions')) && sweep(database, new Date(), { keepSecurityDays }),
    async () => (await hasTable(database, 'pending_calls')) && sweepPendingCalls(database),
    async () => (await hasTable(database, 'webhooks')) && sweepWebhooks(database),
    hourly(() => database.analyze({ ifGrown: true })),
    ...parts,
  ];
  // What must be deleted by a date does not wait for what cannot be deleted now.
  const round = async (): Promise<void> => {
    for (const part of all) await part().catch(onError);
  };
  return repeat({ every, round, onError });
}

const HOUR_MS = 3_600_000;

/** Returns the work as a part of a round that does it in the first round, and then once an hour. */
function hourly(work: () => Promise<unknown>): () => Promise<unknown> {
  let last = -Infinity;
  return async () => {
    if (performance.now() - last < HOUR_MS) return;
    last = performance.now();
    await work();
  };
}
