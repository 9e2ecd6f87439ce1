import { UsageError } from '../../errors/errors.ts';
import { parseBuiltinArguments } from '../../flags/builtin-flags.ts';
import { didYouMean } from '../../flags/suggest.ts';
import type { CommandContext } from '../../context/command-context.ts';
import { COMPLETION_SCRIPTS } from './scripts.ts';

/** Prints the completion script of a shell. */
export function runCompletion(context: CommandContext, words: readonly string[]): Promise<void> {
  const { positionals } = parseBuiltinArguments(words);
  const [shell] = positionals;
  const shells = [...COMPLETION_SCRIPTS.keys()];
  const script = COMPLETION_SCRIPTS.get(shell ?? '');
  if (script === undefined || positionals.length > 1) {
    throw new UsageError(`completion needs the name of one shell: ${shells.join(', ')}`, { hint: didYouMean(shell ?? '', shells) });
  }
  const { name } = context.io.program;
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name))
    throw new UsageError(
      `A program called ${JSON.stringify(name)} cannot be completed; use a name of letters, digits, hyphens and underscores`,
    );
  context.io.stdout.write(script(name));
  return Promise.resolve();
}
