import { ApiError, AuthError } from '../../errors/errors.ts';
import type { TokenChoice } from '../../config/choose-token.ts';
import { readSession } from '../../login/read-session.ts';
import { writeResult } from '../../output/write-result.ts';
import type { CommandContext } from '../../context/command-context.ts';
import { describeSession } from '../../login/describe-session.ts';

/**
 * Fetches the session of the token from the server and prints it, with the location of the token.
 *
 * @throws AuthError if not signed in; with `--json` or in a pipe, `{"authenticated": false, …}` is printed before
 */
export async function showStatus(context: CommandContext): Promise<void> {
  const server = await context.server();
  const session = await context.session();
  const { choice, client } = session;
  const tokenLocation = tokenPlace(context, choice);
  if (choice.source === 'environment' && (await context.config()).credentials.has(server.serverUrl)) {
    context.notice(`${choice.variable} is set and takes precedence over the login stored in ${context.store.path}`);
  }
  const about = { server: server.serverUrl, serverSource: server.source, token: tokenLocation };
  try {
    const token = await session.token();
    if (token === undefined)
      throw new AuthError('not_signed_in', `You are not signed in to ${server.serverUrl}`, {
        hint: `Sign in with: ${context.commandLine('auth login')}`,
      });
    const resolved = await readSession(client, token, session.issuer);
    const { user, tenant, roles, answer } = resolved;
    const expiresAt = choice.source === 'config' ? choice.credential.expiresAt : (resolved.expiresAt ?? null);
    const text = [
      `Signed in to ${server.serverUrl} (from ${server.source})`,
      `as ${describeSession(resolved)}`,
      `with the token in ${tokenLocation.location}${expiresAt === null ? ', with no known expiry' : `, until ${expiresAt}`}`,
    ].join('\n  ');
    await writeResult(context, {
      // Other members of the response are shown as they are.
      value: { ...answer, authenticated: true, ...about, user, tenant, roles, expiresAt },
      text,
    });
  } catch (error) {
    const isRefusal = error instanceof AuthError || (error instanceof ApiError && error.status === 401);
    if (isRefusal) await writeResult(context, { value: { authenticated: false, ...about, reason: error.code }, text: '' });
    return context.signedIn(Promise.reject(error as Error));
  }
}

/** Returns the location of the token, without the token. */
function tokenPlace(
  context: CommandContext,
  choice: TokenChoice,
): { readonly source: TokenChoice['source']; readonly location: string; readonly storage?: string } {
  switch (choice.source) {
    case 'environment':
      return { source: 'environment', location: choice.variable };
    case 'config':
      return { source: 'config', location: context.store.path, storage: 'plain text, readable only by you' };
    case 'none':
      return { source: 'none', location: 'nowhere' };
  }
}
