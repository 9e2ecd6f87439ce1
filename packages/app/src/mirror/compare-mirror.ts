import { UsageError } from '@colophon/core';
import type { TransparencyLog } from '@colophon/core/log';
import { LogError, parseVerifierKey, policyOfLog, treeRoot, verifyCheckpoint } from '@colophon/verify';
import type { LogFiles } from './log-files.ts';

/** What a comparison of a log with a mirror found. */
export interface ComparedMirror {
  readonly size: number;
  readonly fault?: string;
}

/**
 * Compares the log of the database with a mirror: the mirror's head must be signed by the log, and be the beginning of what the database has.
 *
 * @throws UsageError if there is no mirror
 */
export async function compareMirror(log: TransparencyLog, mirror: LogFiles): Promise<ComparedMirror> {
  const note = await mirror.read('checkpoint');
  if (!note) throw new UsageError(`There is no log at ${mirror.place}: it has no file checkpoint.`);
  const logs = await log.logs();
  for (const { number, origin, vkey } of logs) {
    try {
      const head = await verifyCheckpoint(note, { policy: policyOfLog(await parseVerifierKey(vkey)), origin });
      const own = (await log.head(number))?.size ?? 0;
      if (own < head.size)
        return {
          size: head.size,
          fault: `${mirror.place} has ${head.size} entries of ${origin}, the database ${own}: its end was removed.`,
        };
      const root = await treeRoot(head.size, log.tree(number).reader(own));
      if (Buffer.compare(root, head.root) === 0) return { size: head.size };
      return {
        size: head.size,
        fault: `The first ${head.size} entries of ${origin} are not those of ${mirror.place}: the past was rewritten.`,
      };
    } catch (error) {
      if (!(error instanceof LogError)) throw error;
      if (error.code !== 'log_unknown') return { size: 0, fault: `${mirror.place}: ${error.message}` };
    }
  }
  return { size: 0, fault: `The head of ${mirror.place} is signed by none of the logs of this database.` };
}
