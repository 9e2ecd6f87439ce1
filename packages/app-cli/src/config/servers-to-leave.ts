import type { AppDefinition } from '../app-definition.ts';
import { UsageError } from '../errors.ts';
import type { GlobalFlags } from '../flags/global-flags.ts';
import type { Io } from '../io/io.ts';
import { chooseServer } from './choose-server.ts';
import type { ConfigFile } from './config-file.ts';

/**
 * The servers whose logins a logout ends: the one that commands talk to. A server that may no longer be talked to, because the
 * security policy forbids it, is left like any other; and where the settings lead to no server at all, every login is.
 *
 * @throws UsageError when a flag names a server or a profile that cannot be understood
 */
export function serversToLeave(
  app: AppDefinition,
  env: Io['env'],
  config: ConfigFile,
  flags: Pick<GlobalFlags, 'server' | 'profile'>,
): readonly string[] {
  try {
    // Leaving a server is safe whatever it is: a token goes to it only after the policy has been asked again.
    return [chooseServer({ ...app, requireSecureServerUrl: false }, env, config, flags).serverUrl];
  } catch (error) {
    const isFlagged = flags.server !== undefined || flags.profile !== undefined;
    if (isFlagged || !(error instanceof UsageError)) throw error;
    return [...config.credentials.keys()];
  }
}
