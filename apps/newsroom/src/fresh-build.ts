import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = resolve(import.meta.dirname, '../../..');

/**
 * The path of the built Newsroom (`npm run build -- newsroom`, also run by `npm ci`) if it is newer than everything it was built from: it
 * starts in half the time. Undefined if there is no build or the source has changed since; then the source runs.
 */
export function freshBuild(root = ROOT): string | undefined {
  const built = join(root, 'apps/newsroom/dist/newsroom.js');
  const packages = join(root, 'packages');
  const sources = existsSync(packages) ? readdirSync(packages).map((name) => join(packages, name, 'src')) : [];
  for (const part of [
    'apps/newsroom/src',
    'apps/newsroom/bin',
    'apps/newsroom/desk/build.ts',
    'apps/newsroom/desk/src',
    'package-lock.json',
  ])
    sources.push(join(root, part));
  return isFresh(built, sources) ? pathToFileURL(built).href : undefined;
}

/** Whether a file exists and is newer than all files and folders it was built from. */
export function isFresh(made: string, sources: readonly string[]): boolean {
  const at = statSync(made, { throwIfNoEntry: false })?.mtimeMs;
  return at !== undefined && sources.every((source) => isOlder(source, at));
}

/** Whether a file, or a folder and everything in it, was last changed before then. Removing a file changes its folder. */
function isOlder(path: string, then: number): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return true;
  if (stat.mtimeMs > then) return false;
  // Tests are not part of it.
  return !stat.isDirectory() || readdirSync(path).every((name) => name.endsWith('.test.ts') || isOlder(join(path, name), then));
}
