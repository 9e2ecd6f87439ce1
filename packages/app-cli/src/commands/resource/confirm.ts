import { LocalError, UsageError } from '../../errors.ts';
import { sanitizeLine } from '../../io/sanitize.ts';
import type { CommandContext } from '../../context/command-context.ts';

/**
 * Asks on a terminal before something is deleted. Away from a terminal nothing is asked: whoever writes a script has decided.
 *
 * @param canAsk false when standard input is spoken for
 * @throws LocalError `declined` when the answer is no
 * @throws UsageError on a terminal where asking is not possible or not wanted, unless `--yes` was given
 */
export async function confirmDeletion(context: CommandContext, what: string, canAsk: boolean): Promise<void> {
  const { io, flags, signal } = context;
  const onTerminal = io.stderr.isTTY === true && (io.stdin.isTTY === true || !canAsk);
  if (flags.yes || !onTerminal) return;
  if (!flags.input || !canAsk) throw new UsageError(`${what} needs a yes, and cannot be asked for it here`, { hint: 'Add --yes.' });
  const answer = await io.ask(`${sanitizeLine(what)}? [y/N] `, signal);
  if (!/^y(es)?$/i.test(answer.trim())) throw new LocalError('declined', 'Nothing was deleted');
}
