import type { AppDefinition } from '../app-definition.ts';
import { UsageError } from '../errors.ts';
import { isBearerToken } from '../http/server-client.ts';
import type { Io } from '../io/io.ts';
import type { ServerChoice } from './choose-server.ts';
import type { ConfigFile, StoredCredential } from './config-file.ts';

/** The token to send, and where it comes from. */
export type TokenChoice =
  | { readonly source: 'environment'; readonly variable: string; readonly token: string }
  | { readonly source: 'config'; readonly credential: StoredCredential }
  | { readonly source: 'none' };

/** The variable that carries a token. */
export function tokenVariable(app: AppDefinition): string {
  return `${app.envPrefix}_TOKEN`;
}

/** The token that the environment carries, if any. */
export function environmentToken(app: AppDefinition, env: Io['env']): string | undefined {
  const token = env[tokenVariable(app)]?.trim();
  return token === undefined || token === '' ? undefined : token;
}

/**
 * Decides which token goes with a server: `<PREFIX>_TOKEN`, then the login kept for exactly that server.
 *
 * A token from the environment belongs to the server that the environment, the config file or the default selects; a flag does not
 * send it elsewhere.
 *
 * @throws UsageError when a flag names another server while the environment carries a token
 */
export function chooseToken(app: AppDefinition, env: Io['env'], config: ConfigFile, server: ServerChoice): TokenChoice {
  const variable = tokenVariable(app);
  const token = environmentToken(app, env);
  if (token === undefined) {
    const credential = config.credentials.get(server.serverUrl);
    return credential === undefined ? { source: 'none' } : { source: 'config', credential };
  }
  if (server.serverUrl !== server.unflaggedUrl) {
    throw new UsageError(`${variable} is not sent to ${server.serverUrl}, which only a flag named`, {
      hint: `Set ${app.envPrefix}_SERVER_URL to that server as well, or unset ${variable}.`,
    });
  }
  if (!isBearerToken(token)) throw new UsageError(`${variable} holds characters that no token has; check how it was set`);
  return { source: 'environment', variable, token };
}
