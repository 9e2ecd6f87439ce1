import { UsageError } from '../../errors/errors.ts';
import { readStandardInput } from '../../flags/payload.ts';
import { isBearerToken } from '../../http/server-client.ts';
import { sanitizeLine } from '../../io/sanitize.ts';
import { readIssuer } from '../../login/issuer.ts';
import { readSession } from '../../login/read-session.ts';
import { writeResult } from '../../output/write-result.ts';
import type { CommandContext } from '../../context/command-context.ts';
import { keepLogin, warnOfEnvironmentToken } from './keep-login.ts';
import { describeSession } from '../../login/describe-session.ts';
import { sessionSummary, storedUser } from './session-view.ts';

/** Signs in with a token from standard input, so that it appears in no process list and in no shell history. */
export async function loginWithToken(context: CommandContext): Promise<void> {
  const { serverUrl } = await context.server();
  const token = (await readStandardInput(context.io.stdin, 'The token')).trim();
  if (token === '') throw new UsageError('Standard input contains no token');
  if (!isBearerToken(token)) throw new UsageError('Standard input contains characters that are not allowed in a token');
  await context.store.checkWritable();
  const client = await context.client(serverUrl);
  const published = await readIssuer(client);
  const session = await readSession(client, token, published);
  const { expiresAt } = session;
  const credential = {
    issuer: published ?? session.issuer ?? serverUrl,
    token,
    expiresAt: typeof expiresAt === 'string' ? sanitizeLine(expiresAt, 40) : null,
    ...storedUser(session),
    hasMetadata: published !== undefined,
  };
  await keepLogin(context, serverUrl, credential);
  warnOfEnvironmentToken(context);
  await writeResult(context, {
    value: sessionSummary(serverUrl, session, credential),
    text: `Signed in to ${serverUrl} as ${describeSession(session)}`,
  });
}
