import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What `rooms.json` says of one package. A room is a folder; the longest one that contains a file is its room, `''` is the root of `source`. */
interface RoomsOfPackage {
  readonly source: string;
  /** Whether its files may import modules of Node; false for what runs in a browser. */
  readonly node: boolean;
  /** The packages of this repository that all of its rooms may import, without their scope. */
  readonly sees: readonly string[];
  /** Libraries, and packages that only some rooms may import: the rooms, or `*` for all. */
  readonly npm: Readonly<Record<string, '*' | readonly string[]>>;
  /** What each room may import. */
  readonly rooms: Readonly<Record<string, readonly string[]>>;
  /** The files that import a module whose name is computed. */
  readonly computed?: readonly string[];
  /** The number of rooms and files in import circles or between two of them, types included. It can only go down. */
  readonly circles?: number;
}

/** A package with its place in the repository. */
export interface Place extends RoomsOfPackage {
  /** Its folder, such as `packages/core`. */
  readonly path: string;
  /** Its name on npm, or its folder if it has no manifest. */
  readonly name: string;
  /** The folder of its source, with a slash at the end. */
  readonly root: string;
}

/** Reads `rooms.json` at the root of a repository. */
export function readTable(repository: string): readonly Place[] {
  const table = JSON.parse(readFileSync(join(repository, 'rooms.json'), 'utf8')) as Readonly<Record<string, RoomsOfPackage>>;
  return Object.entries(table).map(([path, rooms]) => {
    const manifest = join(repository, path, 'package.json');
    const name = existsSync(manifest) ? (JSON.parse(readFileSync(manifest, 'utf8')) as { name: string }).name : path;
    return { ...rooms, path, name, root: `${join(path, rooms.source)}/` };
  });
}
