import { loadFileSystem } from '../io/builtin.ts';
import { dirname } from 'node:path';
import { LocalError } from '../errors.ts';
import { isErrorCode } from '../io/error-code.ts';
import { sanitizeLine } from '../io/sanitize.ts';
import { EMPTY_CONFIG, formatConfigFile, parseConfigFile, type ConfigFile } from './config-file.ts';
import { withFileLock } from './file-lock.ts';
import type { AppPaths } from './paths.ts';
import { makePrivateFolder, probePrivateFile, readPrivateFile, writePrivateFile } from './private-file.ts';

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
      const reason = reasonOf(cause);
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
    this.#notify(`${sanitizeLine(this.path)} could not be read and was set aside as ${sanitizeLine(aside)}; you are signed out.`);
    return EMPTY_CONFIG;
  }
}

const REASONS: readonly (readonly [codes: readonly string[], reason: string])[] = [
  [['EACCES', 'EPERM'], 'you are not allowed to'],
  [['EROFS'], 'the file system is read-only'],
  [['ENOSPC', 'EDQUOT'], 'the disk is full'],
  [['ENOTDIR', 'EEXIST'], 'a part of its path is not a folder'],
  [['ENOENT'], 'its folder cannot be created'],
  [['ENAMETOOLONG'], 'its path is too long'],
  [['EISDIR'], 'it is a folder'],
  [['EIO'], 'the disk has failed'],
];

function reasonOf(error: unknown): string | undefined {
  return REASONS.find(([codes]) => isErrorCode(error, ...codes))?.[1];
}
