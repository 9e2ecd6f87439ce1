import type { AppDefinition } from '../app/app-definition.ts';
import { UsageError } from '../errors/errors.ts';
import { isBearerToken } from '../http/server-client.ts';
import type { Io } from '../io/io.ts';
import type { ServerChoice } from './choose-server.ts';
import type { ConfigFile, StoredCredential } from './config-file.ts';

/** The token to send, and where it comes from. */
export type TokenChoice =
  | { readonly source: 'environment'; readonly variable: string; readonly token: string }
  | { readonly source: 'config'; readonly credential: StoredCredential }
  | { readonly source: 'none' };

/** Returns the name of the environment variable for the token. */
export function tokenVariable(app: AppDefinition): string {
  return `${app.envPrefix}_TOKEN`;
}

/** Returns the token in the environment, if any. */
export function environmentToken(app: AppDefinition, env: Io['env']): string | undefined {
  const token = env[tokenVariable(app)]?.trim();
  return token === undefined || token === '' ? undefined : token;
}

/**
 * Selects the token for a server: `<PREFIX>_TOKEN`, then the login stored for exactly that server.
 *
 * A token from the environment belongs to the server that the environment, the config file or the default selects; it is not sent to a
 * server given by a flag.
 *
 * @throws UsageError if a flag selects another server while the environment contains a token
 */
export function chooseToken(app: AppDefinition, env: Io['env'], config: ConfigFile, server: ServerChoice): TokenChoice {
  const variable = tokenVariable(app);
  const token = environmentToken(app, env);
  if (token === undefined) {
    const credential = config.credentials.get(server.serverUrl);
    return credential === undefined ? { source: 'none' } : { source: 'config', credential };
  }
  if (server.serverUrl !== server.unflaggedUrl) {
    throw new UsageError(`${variable} is not sent to ${server.serverUrl}, which was only given by a flag`, {
      hint: `Set ${app.envPrefix}_SERVER_URL to that server as well, or unset ${variable}.`,
    });
  }
  if (!isBearerToken(token)) throw new UsageError(`${variable} contains characters that are not allowed in a token; check how it was set`);
  return { source: 'environment', variable, token };
}
