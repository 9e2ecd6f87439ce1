import type { ConfigFile, StoredCredential } from '../../config/config-file.ts';
import { environmentToken, tokenVariable } from '../../config/choose-token.ts';
import type { CommandContext } from '../../context/command-context.ts';

/** Stores a login for its server, and makes that server the current one. */
export async function keepLogin(context: CommandContext, serverUrl: string, credential: StoredCredential): Promise<void> {
  const { profile } = context.flags;
  await context.store.update((config) =>
    selectServer({ ...config, credentials: new Map([...config.credentials, [serverUrl, credential]]) }, serverUrl, profile),
  );
}

/** Warns if a token in the environment takes precedence over the login that was just stored. */
export function warnOfEnvironmentToken(context: CommandContext): void {
  if (environmentToken(context.app, context.io.env) === undefined) return;
  context.notice(`${tokenVariable(context.app)} is set and is used instead of this login, as long as it is set`);
}

function selectServer(config: ConfigFile, serverUrl: string, profile: string | undefined): ConfigFile {
  if (profile !== undefined) return { ...config, current: profile };
  const inUse = config.current === undefined ? undefined : config.profiles.get(config.current);
  if (inUse?.serverUrl === serverUrl) return config;
  const { current: _current, ...otherSettings } = config;
  return { ...otherSettings, serverUrl };
}
