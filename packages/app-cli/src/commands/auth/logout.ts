import { DEVICE_GRANT_PATHS } from '@colophon/contract';
import { environmentToken, tokenVariable } from '../../config/choose-token.ts';
import type { ConfigFile, StoredCredential } from '../../config/config-file.ts';
import { BODY_LIMITS } from '../../http/server-client.ts';
import { InterruptedError } from '../../errors.ts';
import { sanitizeLine } from '../../io/sanitize.ts';
import { Session } from '../../login/session.ts';
import { ownerOf } from '../../discovery/read-catalog.ts';
import { writeResult } from '../../output/write-result.ts';
import type { CommandContext } from '../context.ts';

/**
 * Ends the session on the server and forgets the token here, in that order and whatever the server says.
 *
 * Only the login kept on disk is ended. A token in the environment is not this program's to end; that it stays is said.
 */
export async function logout(context: CommandContext, options: { readonly everywhere: boolean }): Promise<void> {
  const config = await context.config();
  const servers = options.everywhere ? [...config.credentials.keys()] : [(await context.server()).serverUrl];
  const ended: string[] = [];
  for (const serverUrl of servers) {
    const credential = config.credentials.get(serverUrl);
    if (credential === undefined) continue;
    const onServer = await endOnServer(context, serverUrl, credential);
    await context.store.update((current) => withoutCredential(current, serverUrl));
    if (onServer) ended.push(serverUrl);
    else
      context.notice(
        `The token is gone from this machine, but the session on ${serverUrl} may still be alive; end it there, or let it expire`,
      );
  }
  if (environmentToken(context.app, context.io.env) !== undefined) {
    context.notice(`${tokenVariable(context.app)} is still set and still signs you in; unset it to be signed out`);
  }
  const known = servers.filter((serverUrl) => config.credentials.has(serverUrl));
  const text = known.length === 0 ? 'There was no login to end here' : `Signed out of ${known.join(', ')}`;
  await writeResult(context, { value: { authenticated: false, servers: known, endedOnServer: ended }, text });
}

async function endOnServer(context: CommandContext, serverUrl: string, credential: StoredCredential): Promise<boolean> {
  try {
    const session = new Session(await context.client(serverUrl), { source: 'config', credential });
    await context.cache.remove(ownerOf(session));
    const token = await session.token();
    await session.client.request({ method: 'DELETE', path: DEVICE_GRANT_PATHS.session, token, maxBytes: BODY_LIMITS.grant, retries: 0 });
    return true;
  } catch (error) {
    // Ctrl-C while the server hangs must not keep the token here either.
    if (!(error instanceof InterruptedError)) context.notice(sanitizeLine(error instanceof Error ? error.message : String(error), 400));
    return false;
  }
}

function withoutCredential(config: ConfigFile, serverUrl: string): ConfigFile {
  const credentials = new Map(config.credentials);
  credentials.delete(serverUrl);
  return { ...config, credentials };
}
