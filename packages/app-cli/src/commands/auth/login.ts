import type { StoredCredential } from '../../config/config-file.ts';
import { ApiError, NetworkError, RefusedError } from '../../errors/errors.ts';
import { canShowBrowser } from '../../io/browser.ts';
import { sanitizeLine } from '../../io/sanitize.ts';
import { pollLogin } from '../../login/poll-login.ts';
import { readSession, type ReportedSession } from '../../login/read-session.ts';
import { startLogin, type StartedLogin } from '../../login/start-login.ts';
import { writeResult } from '../../output/write-result.ts';
import { styleFor } from '../../output/style.ts';
import type { ServerClient } from '../../http/server-client.ts';
import type { CommandContext } from '../../context/command-context.ts';
import { keepLogin, warnOfEnvironmentToken } from './keep-login.ts';
import { describeSession } from '../../login/describe-session.ts';
import { sessionSummary, storedUser } from './session-view.ts';

/**
 * Signs in with a device code: shows the code and the URL, opens the browser if possible, waits for the approval, and stores the token with
 * the server and the issuer that it came from.
 */
export async function login(context: CommandContext, options: { readonly open: boolean }): Promise<void> {
  const { io } = context;
  const { serverUrl } = await context.server();
  await context.store.checkWritable();
  const client = await context.client(serverUrl);
  const started = await startLogin(client, sanitizeLine(`${context.app.name} on ${io.hostName}`, 120));
  await showCode(context, started, options.open);
  const granted = await pollLogin(client, started, io.clock, context.signal);
  const session = await confirmSession(context, client, granted.token, started.issuer);
  const credential: StoredCredential = {
    issuer: started.issuer,
    token: granted.token,
    // By the local clock, regardless of the server's.
    expiresAt: granted.expiresInSeconds === undefined ? null : new Date(io.clock.now() + granted.expiresInSeconds * 1000).toISOString(),
    ...storedUser(session),
    hasMetadata: started.hasMetadata,
  };
  await keepLogin(context, serverUrl, credential);
  context.notice(`The token is stored in ${context.store.path}, readable only by you`);
  warnOfEnvironmentToken(context);
  if (session === undefined) {
    context.notice(`Signed in to ${serverUrl}`);
    return;
  }
  await writeResult(context, {
    value: sessionSummary(serverUrl, session, credential),
    text: `Signed in to ${serverUrl} as ${describeSession(session)}`,
  });
}

async function showCode(context: CommandContext, started: StartedLogin, open: boolean): Promise<void> {
  const { io, flags } = context;
  const style = styleFor(io.stderr, io.env, flags);
  // The code is shown although the URL contains it: by comparing the two a person recognizes their own login.
  io.stderr.write(`\n  Code:    ${style.bold(started.userCode)}\n  Address: ${started.verificationUrl.href}\n\n`);
  if (!started.isAtIssuer) {
    context.notice(`That URL is not on ${context.app.name}'s own server, so it is not opened automatically. Open it only if you trust it.`);
  } else if (open && canShowBrowser(io.env, io.platform) && (await io.openBrowser(started.verificationUrlComplete))) {
    io.stderr.write('Your browser was opened. Compare the code there with the one above before you approve.\n');
  } else {
    io.stderr.write(`Open ${started.verificationUrlComplete.href} in a browser, on any device, and compare the code.\n`);
  }
  io.stderr.write('Waiting for approval; Ctrl-C stops.\n');
}

/**
 * A token can be fetched only once, so it is stored even if the server cannot currently report its user, or does not support that; but not
 * if the server says that the token is invalid or belongs to another issuer.
 */
async function confirmSession(
  context: CommandContext,
  client: ServerClient,
  token: string,
  issuer: string,
): Promise<ReportedSession | undefined> {
  try {
    return await readSession(client, token, issuer);
  } catch (error) {
    if (!leavesTokenUsable(error)) throw error;
    context.notice(`You are signed in, but the server could not report your user: ${error.message}`);
    return undefined;
  }
}

/** Returns whether there was no response, or it was not a session; false if the token was rejected. */
function leavesTokenUsable(error: unknown): error is Error {
  if (error instanceof ApiError) return error.status !== 401 && error.status !== 403;
  if (error instanceof RefusedError) return error.code === 'session_malformed' || error.code === 'answer_not_json';
  return error instanceof NetworkError;
}
