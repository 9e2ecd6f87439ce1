import { UsageError } from '../../errors/errors.ts';
import { parseBuiltinArguments, rejectExtraWords } from '../../flags/builtin-flags.ts';
import { didYouMean } from '../../flags/suggest.ts';
import type { CommandContext } from '../../context/command-context.ts';

const COMMANDS = ['login', 'status', 'logout'];

/** Runs `auth login`, `auth status` and `auth logout`. */
export async function runAuth(context: CommandContext, words: readonly string[]): Promise<void> {
  const [name, ...args] = words;
  switch (name) {
    case 'login': {
      const { switches, positionals } = parseBuiltinArguments(args, ['no-open', 'with-token']);
      rejectExtraWords('auth login', positionals);
      if (switches.has('with-token')) {
        const { loginWithToken } = await import('./login-with-token.ts');
        return loginWithToken(context);
      }
      const { login } = await import('./login.ts');
      return login(context, { open: !switches.has('no-open') });
    }
    case 'status': {
      rejectExtraWords('auth status', parseBuiltinArguments(args).positionals);
      const { showStatus } = await import('./status.ts');
      return showStatus(context);
    }
    case 'logout': {
      const { switches, positionals } = parseBuiltinArguments(args, ['everywhere']);
      rejectExtraWords('auth logout', positionals);
      const { logout } = await import('./logout.ts');
      return logout(context, { everywhere: switches.has('everywhere') });
    }
    default:
      throw new UsageError(
        name === undefined ? 'auth needs a command: login, status or logout' : `auth has no command ${JSON.stringify(name)}`,
        {
          hint: didYouMean(name ?? '', COMMANDS) ?? `Try: ${context.commandLine('auth --help')}`,
        },
      );
  }
}
