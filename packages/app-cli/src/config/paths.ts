import { isAbsolute, join } from 'node:path';
import { LocalError, UsageError } from '../errors/errors.ts';
import type { Io } from '../io/io.ts';

/** The file locations of an application's CLI. */
export interface AppPaths {
  /** `config.json`, which holds the token. */
  readonly configFile: string;
  /** Whether the folder of the config file belongs to the application, so that its permissions may be restricted. */
  readonly ownsFolder: boolean;
  /** The environment variable that names another config file. */
  readonly variable: string;
  /** Catalogs and small state; never a token. */
  readonly cacheDirectory: string;
}

/**
 * Resolves the files of an application: `<PREFIX>_CLI_CONFIG`, else the platform's config folder (`$XDG_CONFIG_HOME` if absolute,
 * `%APPDATA%` on Windows, else `~/.config`). The cache is in `$XDG_CACHE_HOME`, `%LOCALAPPDATA%` or `~/.cache`; next to the config file if
 * that was set explicitly.
 *
 * @throws LocalError if there is no home folder; UsageError if an explicit file is not absolute
 */
export function findPaths(io: Pick<Io, 'env' | 'homeDirectory' | 'platform'>, envPrefix: string, configDirectory: string): AppPaths {
  const variable = `${envPrefix}_CLI_CONFIG`;
  const named = io.env[variable];
  if (named !== undefined && named !== '') {
    if (!isAbsolute(named)) throw new UsageError(`${variable} must be an absolute path`);
    return { configFile: named, ownsFolder: false, variable, cacheDirectory: `${named}.cache` };
  }
  return {
    configFile: join(baseFolder(io, 'XDG_CONFIG_HOME', 'APPDATA', '.config'), configDirectory, 'config.json'),
    ownsFolder: true,
    variable,
    cacheDirectory: join(baseFolder(io, 'XDG_CACHE_HOME', 'LOCALAPPDATA', '.cache'), configDirectory),
  };
}

function baseFolder(io: Pick<Io, 'env' | 'homeDirectory' | 'platform'>, xdg: string, windows: string, fallback: string): string {
  const chosen = io.env[xdg];
  // The XDG specification says that relative paths are ignored.
  if (chosen !== undefined && isAbsolute(chosen)) return chosen;
  const appData = io.env[windows];
  if (io.platform === 'win32' && appData !== undefined && isAbsolute(appData)) return appData;
  if (!isAbsolute(io.homeDirectory)) {
    throw new LocalError('no_home', 'There is no home folder to store the configuration in', {
      hint: `Set HOME, or ${xdg} to an absolute path.`,
    });
  }
  return join(io.homeDirectory, fallback);
}
