import type { ConfigFile, StoredCredential } from '../../config/config-file.ts';
import { environmentToken, tokenVariable } from '../../config/choose-token.ts';
import type { CommandContext } from '../../context/command-context.ts';

/** Keeps a login under its server, and makes that server the one that commands talk to. */
export async function keepLogin(context: CommandContext, serverUrl: string, credential: StoredCredential): Promise<void> {
  const { profile } = context.flags;
  await context.store.update((config) =>
    selectServer({ ...config, credentials: new Map([...config.credentials, [serverUrl, credential]]) }, serverUrl, profile),
  );
}

/** Says it when a token in the environment will win over the login that was just kept. */
export function warnOfEnvironmentToken(context: CommandContext): void {
  if (environmentToken(context.app, context.io.env) === undefined) return;
  context.notice(`${tokenVariable(context.app)} is set and is used instead of this login, as long as it is set`);
}

function selectServer(config: ConfigFile, serverUrl: string, profile: string | undefined): ConfigFile {
  if (profile !== undefined) return { ...config, current: profile };
  const inUse = config.current === undefined ? undefined : config.profiles.get(config.current);
  if (inUse?.serverUrl === serverUrl) return config;
  const { current: _current, ...rest } = config;
  return { ...rest, serverUrl };
}
