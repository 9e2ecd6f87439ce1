import type { AppDefinition } from '../app/app-definition.ts';
import { UsageError } from '../errors/errors.ts';
import type { GlobalFlags } from '../flags/global-flags.ts';
import { didYouMean } from '../flags/suggest.ts';
import type { Io } from '../io/io.ts';
import { sanitizeLine } from '../io/sanitize.ts';
import type { ConfigFile } from './config-file.ts';
import { parseServerUrl, requireSecure } from './server-url.ts';

/** The selected server, and the reason. */
export interface ServerChoice {
  readonly serverUrl: string;
  /** The source, for a person, e.g. `NEWSROOM_SERVER_URL` or `the config file`. */
  readonly source: string;
  /** The server without `--server` and `--profile`: the only one to which a token from the environment may be sent. */
  readonly unflaggedUrl: string | undefined;
}

/**
 * Selects the server: `--server` or `--profile`, then `<PREFIX>_SERVER_URL`, then the config file (the current profile first), then the
 * application's default. The security policy applies to every source.
 *
 * @throws UsageError if there is none, or if the selected one is not allowed
 */
export function chooseServer(
  app: AppDefinition,
  env: Io['env'],
  config: ConfigFile,
  flags: Pick<GlobalFlags, 'server' | 'profile'>,
): ServerChoice {
  if (flags.server !== undefined && flags.profile !== undefined) throw new UsageError('Give --server or --profile, not both');
  const serverWithoutFlags = (): { readonly serverUrl: string; readonly source: string } | undefined => fromSettings(app, env, config);
  const flagged = fromFlags(app, config, flags);
  const chosen = flagged ?? serverWithoutFlags();
  if (chosen === undefined) {
    throw new UsageError('No server is configured', {
      hint: `Set one with --server <url> or ${app.envPrefix}_SERVER_URL; auth login stores it.`,
    });
  }
  return { ...chosen, unflaggedUrl: flagged === undefined ? chosen.serverUrl : serverUrlOrNone(serverWithoutFlags) };
}

function fromFlags(
  app: AppDefinition,
  config: ConfigFile,
  flags: Pick<GlobalFlags, 'server' | 'profile'>,
): { readonly serverUrl: string; readonly source: string } | undefined {
  if (flags.server !== undefined) return checked(app, flags.server, '--server');
  if (flags.profile === undefined) return undefined;
  const profile = config.profiles.get(flags.profile);
  if (profile !== undefined) return checked(app, profile.serverUrl, `the profile ${sanitizeLine(flags.profile, 80)}`);
  throw new UsageError(`There is no profile ${sanitizeLine(flags.profile, 80)}`, {
    hint: didYouMean(flags.profile, config.profiles.keys()) ?? 'Add one with: profiles add <name> <url>',
  });
}

function fromSettings(
  app: AppDefinition,
  env: Io['env'],
  config: ConfigFile,
): { readonly serverUrl: string; readonly source: string } | undefined {
  const variable = `${app.envPrefix}_SERVER_URL`;
  const fromEnvironment = env[variable];
  if (fromEnvironment !== undefined && fromEnvironment !== '') return checked(app, fromEnvironment, variable);
  const profile = config.current === undefined ? undefined : config.profiles.get(config.current);
  if (profile !== undefined) return checked(app, profile.serverUrl, `the profile ${sanitizeLine(config.current ?? '', 80)}`);
  if (config.serverUrl !== undefined) return checked(app, config.serverUrl, 'the config file');
  if (app.defaultServerUrl !== undefined) return checked(app, app.defaultServerUrl, 'the default');
  return undefined;
}

function checked(app: AppDefinition, text: string, source: string): { readonly serverUrl: string; readonly source: string } {
  const serverUrl = parseServerUrl(text, source);
  if (app.requireSecureServerUrl) requireSecure(serverUrl, source);
  return { serverUrl, source };
}

function serverUrlOrNone(choose: () => { readonly serverUrl: string } | undefined): string | undefined {
  try {
    return choose()?.serverUrl;
  } catch {
    // A setting overridden by flags need not be valid; then a token from the environment is sent nowhere.
    return undefined;
  }
}
