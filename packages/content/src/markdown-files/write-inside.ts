import { randomUUID } from 'node:crypto';
import { lstat, mkdir, open, readFile, realpath, rename, rm } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { makeFolder, ValidationError } from '@colophon/core';

/** Creates a folder if needed and returns its real path. */
export async function openFolder(dir: string): Promise<string> {
  makeFolder(dir);
  return realpath(dir);
}

/**
 * Atomically writes a file at a path inside a folder, by way of a temporary file. A file with the same content is
 * not written. Missing folders are created; links are neither followed nor replaced.
 *
 * @param segments the path, one name each
 * @returns whether anything was written
 * @throws ValidationError `path_leaves_folder` if the path would leave the folder, or goes through a link
 */
export async function writeInside(root: string, segments: readonly string[], contents: string | Uint8Array): Promise<boolean> {
  for (const segment of segments) checkSegment(segment, segments);
  const folder = await makeFolders(root, segments.slice(0, -1), segments);
  const path = join(folder, segments.at(-1) ?? '');
  const bytes = typeof contents === 'string' ? Buffer.from(contents, 'utf8') : contents;
  const kind = await kindOf(path);
  if (kind === 'other') throw refused(segments, 'the path exists and is not a plain file');
  if (kind === 'file' && (await readFile(path)).equals(bytes)) return false;
  const temporary = join(folder, `.${randomUUID()}.tmp`);
  const handle = await open(temporary, 'wx', 0o644);
  try {
    await handle.writeFile(bytes);
    await handle.close();
    await rename(temporary, path);
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(temporary, { force: true });
    throw error;
  }
  return true;
}

function checkSegment(segment: string, segments: readonly string[]): void {
  const unsafe = segment === '' || segment === '.' || segment === '..' || /[/\\\p{Cc}]/u.test(segment) || Buffer.byteLength(segment) > 255;
  if (unsafe) throw refused(segments, `${JSON.stringify(segment.slice(0, 100))} cannot be the name of a file or folder`);
}

async function makeFolders(root: string, names: readonly string[], segments: readonly string[]): Promise<string> {
  let folder = root;
  for (const name of names) {
    folder = join(folder, name);
    if ((await kindOf(folder)) === undefined) await mkdir(folder).catch(ignoreExisting);
    if ((await kindOf(folder)) !== 'folder') throw refused(segments, `${name} is a link or a file, not a folder`);
  }
  const real = await realpath(folder);
  if (real !== root && !real.startsWith(root + sep)) throw refused(segments, 'it leaves the folder');
  return folder;
}

async function kindOf(path: string): Promise<'file' | 'folder' | 'other' | undefined> {
  const stats = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!stats) return undefined;
  return stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'other';
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

function refused(segments: readonly string[], reason: string): ValidationError {
  return new ValidationError(`${segments.join('/').slice(0, 500)} is not written: ${reason}.`, { code: 'path_leaves_folder' });
}
