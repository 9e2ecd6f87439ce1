import { DEVICE_GRANT_PATHS } from '@colophon/contract';
import { environmentToken, tokenVariable } from '../../config/choose-token.ts';
import { requireSecure } from '../../config/server-url.ts';
import { serversToLeave } from '../../config/servers-to-leave.ts';
import type { StoredCredential } from '../../config/config-file.ts';
import { BODY_LIMITS } from '../../http/server-client.ts';
import { InterruptedError } from '../../errors/errors.ts';
import { sanitizeLine } from '../../io/sanitize.ts';
import { Session } from '../../login/session.ts';
import { ownerOf } from '../../discovery/read-catalog.ts';
import { writeResult } from '../../output/write-result.ts';
import type { CommandContext } from '../../context/command-context.ts';

const GONE_HERE = 'The token was removed from this machine, but the';

/**
 * Removes the token here and ends the session on the server, whatever the server responds.
 *
 * The token is removed first, so that neither a server that hangs nor a killed process leaves it on disk; the session is ended even if the
 * file cannot be written. Only the login stored on disk is ended: a token in the environment is left alone, and a notice says so.
 *
 * @throws LocalError `config_unwritable` after ending the sessions, if the token could not be removed from the file
 */
export async function logout(context: CommandContext, options: { readonly everywhere: boolean }): Promise<void> {
  const config = await context.config();
  const servers = options.everywhere ? [...config.credentials.keys()] : serversToLeave(context.app, context.io.env, config, context.flags);
  const signedIn = servers.filter((serverUrl) => config.credentials.has(serverUrl));
  const forgetting = await removeLogin(context, signedIn);
  const ended: string[] = [];
  for (const serverUrl of signedIn) {
    const credential = config.credentials.get(serverUrl);
    if (credential !== undefined && (await endOnServer(context, serverUrl, credential))) ended.push(serverUrl);
    else
      context.notice(
        `${forgetting === undefined ? GONE_HERE : 'The'} session on ${serverUrl} may still be alive; end it there, or let it expire`,
      );
  }
  // Without a login nothing had to be removed but what other processes left.
  if (forgetting !== undefined && signedIn.length > 0) throw forgetting.error;
  if (environmentToken(context.app, context.io.env) !== undefined) {
    context.notice(`${tokenVariable(context.app)} is still set and still signs you in; unset it to be signed out`);
  }
  const text = signedIn.length === 0 ? 'There was no login to end here' : `Signed out of ${signedIn.join(', ')}`;
  await writeResult(context, { value: { authenticated: false, servers: signedIn, endedOnServer: ended }, text });
}

/** The error is returned, since the sessions have to be ended anyway. */
async function removeLogin(context: CommandContext, servers: readonly string[]): Promise<{ readonly error: unknown } | undefined> {
  try {
    await context.store.forget(servers);
    return undefined;
  } catch (error) {
    return { error };
  }
}

async function endOnServer(context: CommandContext, serverUrl: string, credential: StoredCredential): Promise<boolean> {
  try {
    if (context.app.requireSecureServerUrl) requireSecure(serverUrl, 'The server of this login');
    const session = new Session(await context.client(serverUrl), { source: 'config', credential });
    await context.cache.remove(ownerOf(session));
    const token = await session.token();
    await session.client.request({ method: 'DELETE', path: DEVICE_GRANT_PATHS.session, token, maxBytes: BODY_LIMITS.grant, retries: 0 });
    return true;
  } catch (error) {
    if (!(error instanceof InterruptedError)) context.notice(sanitizeLine(error instanceof Error ? error.message : String(error), 400));
    return false;
  }
}
