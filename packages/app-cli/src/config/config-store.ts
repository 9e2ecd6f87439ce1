import { loadFileSystem } from '../io/builtin.ts';
import { dirname } from 'node:path';
import { LocalError } from '../errors/errors.ts';
import { isErrorCode, systemErrorReason } from '../io/error-code.ts';
import { sanitizeLine } from '../io/sanitize.ts';
import { EMPTY_CONFIG, formatConfigFile, parseConfigFile, type ConfigFile } from './config-file.ts';
import { withFileLock } from './file-lock.ts';
import type { AppPaths } from './paths.ts';
import {
  makePrivateFolder,
  overwritePrivateFile,
  probePrivateFile,
  readPrivateFile,
  sweepPrivateFile,
  writePrivateFile,
} from './private-file.ts';

/** Shows the person a notice about a corrected problem with the file. */
export type Notify = (message: string) => void;

/** The config file of one application. */
export class ConfigStore {
  readonly path: string;
  readonly #notify: Notify;
  readonly #ownsFolder: boolean;
  readonly #variable: string;

  constructor(paths: Pick<AppPaths, 'configFile' | 'ownsFolder' | 'variable'>, notify: Notify) {
    this.path = paths.configFile;
    this.#ownsFolder = paths.ownsFolder;
    this.#variable = paths.variable;
    this.#notify = notify;
  }

  /** Reads the file; an empty configuration if there is none. A corrupt file is renamed, never overwritten. */
  async read(): Promise<ConfigFile> {
    const file = readPrivateFile(this.path);
    if (file === undefined) return EMPTY_CONFIG;
    if (file.exposure === 'closed') {
      this.#notify(`${this.path} was readable by others; its permissions were corrected. If this machine has other users, sign in again.`);
    }
    const config = parseConfigFile(file.text);
    if (file.exposure === 'open' && (config === undefined || config.credentials.size > 0)) {
      this.#notify(
        `${this.path} is readable by others, and you cannot change its permissions. If this machine has other users, do not store a login there.`,
      );
    }
    return config ?? this.#setAside();
  }

  /**
   * Changes the file under a lock: reads it, applies `change`, and writes it as a whole.
   *
   * @throws LocalError `config_unwritable` if the file or its folder cannot be written
   */
  async update(change: (config: ConfigFile) => ConfigFile): Promise<ConfigFile> {
    return this.#writing(() =>
      withFileLock(this.path, async () => {
        const changed = change(await this.read());
        await writePrivateFile(this.path, formatConfigFile(changed));
        return changed;
      }),
    );
  }

  /**
   * Removes the logins to these servers, and temporary files of dead processes, which may contain them. A file that does not exist is not
   * created.
   *
   * @throws LocalError `config_unwritable` if the file exists and cannot be written
   */
  async forget(servers: readonly string[]): Promise<void> {
    if (readPrivateFile(this.path) === undefined) return sweepPrivateFile(this.path);
    const forget = (config: ConfigFile): ConfigFile => ({
      ...config,
      credentials: new Map(Array.from(config.credentials).filter(([serverUrl]) => !servers.includes(serverUrl))),
    });
    try {
      await this.update(forget);
    } catch (error) {
      // A full disk or a folder that is read-only leaves no room for the usual way; the token has to go nevertheless.
      if (!isErrorCode(error instanceof LocalError ? error.cause : error, 'ENOSPC', 'EDQUOT', 'EACCES', 'EPERM')) throw error;
      await overwritePrivateFile(this.path, formatConfigFile(forget(await this.read()))).catch(() => {
        throw error;
      });
    }
  }

  /**
   * Checks that the file can be written, before fetching a token that is returned only once and has to be stored there.
   *
   * @throws LocalError `config_unwritable`
   */
  async checkWritable(): Promise<void> {
    await this.#writing(() => probePrivateFile(this.path));
  }

  async #writing<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      await makePrivateFolder(dirname(this.path), this.#ownsFolder);
      return await work();
    } catch (cause) {
      const reason = systemErrorReason(cause);
      if (reason === undefined) throw cause;
      throw new LocalError('config_unwritable', `${this.path} cannot be written: ${reason}`, {
        hint: `Make its folder writable, or set another file in ${this.#variable}.`,
        cause,
      });
    }
  }

  async #setAside(): Promise<ConfigFile> {
    const aside = `${this.path}.corrupt-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
    try {
      await loadFileSystem().rename(this.path, aside);
    } catch {
      // It cannot be overwritten then either, so nothing is lost by continuing without it.
      this.#notify(`${sanitizeLine(this.path)} is corrupt and could not be set aside; repair or remove it. You are signed out.`);
      return EMPTY_CONFIG;
    }
    this.#notify(
      `${sanitizeLine(this.path)} could not be read and was set aside as ${sanitizeLine(aside)}; you are signed out. It may contain your token: delete it once you do not need it.`,
    );
    return EMPTY_CONFIG;
  }
}
