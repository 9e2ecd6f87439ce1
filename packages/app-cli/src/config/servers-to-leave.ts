import type { AppDefinition } from '../app/app-definition.ts';
import { UsageError } from '../errors/errors.ts';
import type { GlobalFlags } from '../flags/global-flags.ts';
import type { Io } from '../io/io.ts';
import { chooseServer } from './choose-server.ts';
import type { ConfigFile } from './config-file.ts';

/**
 * Returns the servers whose logins a logout ends: the current one. This includes a server that the security policy no longer allows; and if
 * no server is configured, every login is ended.
 *
 * @throws UsageError if a flag contains an invalid server or profile
 */
export function serversToLeave(
  app: AppDefinition,
  env: Io['env'],
  config: ConfigFile,
  flags: Pick<GlobalFlags, 'server' | 'profile'>,
): readonly string[] {
  try {
    // Logging out of any server is safe: a token is sent to it only after the policy has been checked again.
    return [chooseServer({ ...app, requireSecureServerUrl: false }, env, config, flags).serverUrl];
  } catch (error) {
    const isFlagged = flags.server !== undefined || flags.profile !== undefined;
    if (isFlagged || !(error instanceof UsageError)) throw error;
    return [...config.credentials.keys()];
  }
}
