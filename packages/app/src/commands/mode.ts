import { recordSecurityEvent } from '@colophon/identity';
import { readMode, setMode } from '@colophon/core/snapshot';
import { say } from '../definition/command-line.ts';
import type { Command } from '../definition/command.ts';
import { withDatabase } from './with-database.ts';

/** `mode`: makes the database read-only for every process, or opens it again. */
export const mode: Command = {
  name: 'mode',
  summary: 'Say whether changes are taken; with --set refuse them in every process (503 read_only), or take them again.',
  options: { set: { value: 'mode', about: 'what holds from now on', values: ['read-only', 'open'] } },
  async run(input, context) {
    return withDatabase(context, async (database) => {
      const wanted = input.option('set');
      const record = async (): Promise<unknown> =>
        context.application.signIn ??
        recordSecurityEvent(database, {
          kind: 'mode.changed',
          userId: null,
          subject: 'database',
          tenantId: null,
          data: { mode: wanted ?? '' },
          now: new Date(),
        });
      if (wanted === 'read-only' && (await readMode(database)) === 'open') {
        await record();
        await setMode(database, 'read_only');
      } else if (wanted === 'open' && (await readMode(database)) === 'read_only') {
        await setMode(database, 'open');
        await record();
      }
      const holds = (await readMode(database)) === 'open' ? 'Changes are taken.' : 'Changes are refused; reading goes on.';
      say(context.stdout, holds);
      return 0;
    });
  },
};
