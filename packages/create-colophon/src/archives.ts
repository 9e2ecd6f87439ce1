import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CreateError } from './create-error.ts';

/** Finds archives as `npm pack` names them: `colophon-core-0.2.0.tgz` is `@colophon/core`. @throws CreateError */
export function archivesIn(folder: string | undefined): ReadonlyMap<string, string> {
  if (folder === undefined) return new Map();
  const found = new Map<string, string>();
  for (const file of list(folder)) {
    const [, name] = /^colophon-(.+?)-\d+\.\d+\.\d+[^/]*\.tgz$/.exec(file) ?? [];
    if (name !== undefined) found.set(`@colophon/${name}`, `file:${join(resolve(folder), file)}`);
  }
  if (found.size === 0)
    throw new CreateError(`There are no archives of Colophon in ${folder}: npm pack --pack-destination ${folder} makes them.`, 1);
  return found;
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    throw new CreateError(`${folder} cannot be read: ${(error as Error).message}`, 1);
  }
}
