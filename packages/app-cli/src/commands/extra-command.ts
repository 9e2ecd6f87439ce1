import { checkPath, type ExtraCommand } from '../app/app-definition.ts';
import type { CommandContext } from '../context/command-context.ts';

/** Runs a command that the application added, with its context. */
export async function runExtraCommand(context: CommandContext, command: ExtraCommand, args: readonly string[]): Promise<void> {
  await command.run(args, { stdout: context.io.stdout, requestJson: (path) => requestJson(context, path) });
}

async function requestJson(context: CommandContext, path: string): Promise<unknown> {
  const mark = path.indexOf('?');
  const pathname = checkPath(mark === -1 ? path : path.slice(0, mark), 'The path passed to requestJson');
  const query = mark === -1 ? undefined : new URLSearchParams(path.slice(mark + 1));
  const session = await context.session();
  return context.signedIn(session.client.requestJson({ method: 'GET', path: pathname, query, token: await session.token() }));
}
