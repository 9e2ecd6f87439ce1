import { type Database, hasTable, repeat } from '@colophon/core';
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
 * Periodically deletes expired data until stopped, such as expired sessions and codes. Every process may do so. It does not keep a process
 * alive.
 *
 * @returns a function that stops it, and resolves once a running round has ended
 */
export function startTidying(
  database: Database,
  { every = 300_000, keepSecurityDays, parts = [], onError }: TidyOptions,
): () => Promise<void> {
  const all: readonly (() => Promise<unknown>)[] = [
    async () => (await hasTable(database, 'sessions')) && sweep(database, new Date(), { keepSecurityDays }),
    async () => (await hasTable(database, 'webhooks')) && sweepWebhooks(database),
    ...parts,
  ];
  // What must be deleted by a date does not wait for what cannot be deleted now.
  const round = async (): Promise<void> => {
    for (const part of all) await part().catch(onError);
  };
  return repeat({ every, round, onError });
}
