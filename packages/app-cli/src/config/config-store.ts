import { loadFileSystem } from '../io/builtin.ts';
import { dirname } from 'node:path';
import { LocalError } from '../errors.ts';
import { isErrorCode } from '../io/error-code.ts';
import { sanitizeLine } from '../io/sanitize.ts';
import { EMPTY_CONFIG, formatConfigFile, parseConfigFile, type ConfigFile } from './config-file.ts';
import { withFileLock } from './file-lock.ts';
import type { AppPaths } from './paths.ts';
import { makePrivateFolder, probePrivateFile, readPrivateFile, writePrivateFile } from './private-file.ts';

/** Told to the person when something about the file had to be put right. */
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

  /** Reads the file; an empty configuration when there is none. A corrupt file is set aside, never overwritten. */
  async read(): Promise<ConfigFile> {
    const file = readPrivateFile(this.path);
    if (file === undefined) return EMPTY_CONFIG;
    if (file.exposure === 'closed') {
      this.#notify(`Others could read ${this.path}; only you can now. If this machine has other users, sign in anew.`);
    }
    const config = parseConfigFile(file.text);
    if (file.exposure === 'open' && (config === undefined || config.credentials.size > 0)) {
      this.#notify(`Others can read ${this.path}, and it is not yours to close. If this machine has other users, keep no login there.`);
    }
    return config ?? this.#setAside();
  }

  /**
   * Changes the file: reads it, applies `change`, and writes it whole, while no other process does.
   *
   * @throws LocalError `config_unwritable` when the file or its folder cannot be written
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
   * Tries whether the file can be written, before something is asked for that can be had once and has to be kept there.
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
        hint: `Make its folder writable, or name another file in ${this.#variable}.`,
        cause,
      });
    }
  }

  async #setAside(): Promise<ConfigFile> {
    const aside = `${this.path}.corrupt-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
    try {
      await loadFileSystem().rename(this.path, aside);
    } catch {
      // Nor can it be overwritten then, so nothing is lost by going on without it.
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
  [['ENOENT'], 'its folder cannot be made'],
  [['ENAMETOOLONG'], 'its path is too long'],
  [['EISDIR'], 'it is a folder'],
  [['EIO'], 'the disk has failed'],
];

function reasonOf(error: unknown): string | undefined {
  return REASONS.find(([codes]) => isErrorCode(error, ...codes))?.[1];
}
