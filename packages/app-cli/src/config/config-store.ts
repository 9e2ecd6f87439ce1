import { loadFileSystem } from '../io/builtin.ts';
import { dirname } from 'node:path';
import { sanitizeLine } from '../io/sanitize.ts';
import { EMPTY_CONFIG, formatConfigFile, parseConfigFile, type ConfigFile } from './config-file.ts';
import { withFileLock } from './file-lock.ts';
import type { AppPaths } from './paths.ts';
import { makePrivateFolder, readPrivateFile, writePrivateFile } from './private-file.ts';

/** Told to the person when something about the file had to be put right. */
export type Notify = (message: string) => void;

/** The config file of one application. */
export class ConfigStore {
  readonly path: string;
  readonly #notify: Notify;

  readonly #ownsFolder: boolean;

  constructor(paths: Pick<AppPaths, 'configFile' | 'ownsFolder'>, notify: Notify) {
    this.path = paths.configFile;
    this.#ownsFolder = paths.ownsFolder;
    this.#notify = notify;
  }

  /** Reads the file; an empty configuration when there is none. A corrupt file is set aside, never overwritten. */
  async read(): Promise<ConfigFile> {
    const file = readPrivateFile(this.path);
    if (file === undefined) return EMPTY_CONFIG;
    if (file.wasExposed) this.#notify(`Others could read ${this.path}; only you can now. If this machine has other users, sign in anew.`);
    const config = parseConfigFile(file.text);
    return config ?? this.#setAside();
  }

  /** Changes the file: reads it, applies `change`, and writes it whole, while no other process does. */
  async update(change: (config: ConfigFile) => ConfigFile): Promise<ConfigFile> {
    await makePrivateFolder(dirname(this.path), this.#ownsFolder);
    return withFileLock(this.path, async () => {
      const changed = change(await this.read());
      await writePrivateFile(this.path, formatConfigFile(changed));
      return changed;
    });
  }

  async #setAside(): Promise<ConfigFile> {
    const aside = `${this.path}.corrupt-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
    await loadFileSystem().rename(this.path, aside);
    this.#notify(`${sanitizeLine(this.path)} could not be read and was set aside as ${sanitizeLine(aside)}; you are signed out.`);
    return EMPTY_CONFIG;
  }
}
