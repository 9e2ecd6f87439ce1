import { LocalError, UsageError } from '../../errors/errors.ts';
import { sanitizeLine } from '../../io/sanitize.ts';
import type { CommandContext } from '../../context/command-context.ts';

/**
 * Asks for confirmation on a terminal before a deletion. Without a terminal there is no question: the author of a script has decided.
 *
 * @param canAsk false if standard input is used for input
 * @throws LocalError `declined` if the answer is no
 * @throws UsageError on a terminal if asking is not possible or disabled, unless `--yes` was given
 */
export async function confirmDeletion(context: CommandContext, action: string, canAsk: boolean): Promise<void> {
  const { io, flags, signal } = context;
  const onTerminal = io.stderr.isTTY === true && (io.stdin.isTTY === true || !canAsk);
  if (flags.yes || !onTerminal) return;
  if (!flags.input || !canAsk) throw new UsageError(`${action} needs confirmation, which is not possible here`, { hint: 'Add --yes.' });
  const answer = await io.ask(`${sanitizeLine(action)}? [y/N] `, signal);
  if (!/^y(es)?$/i.test(answer.trim())) throw new LocalError('declined', 'Nothing was deleted');
}
