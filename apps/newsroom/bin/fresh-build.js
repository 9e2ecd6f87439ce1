import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

// JavaScript, because Node loads 4 MB to take types away, and needs them for nothing else if a build runs.

const ROOT = resolve(import.meta.dirname, '../../..');

export function freshBuild(root = ROOT) {
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

export function isFresh(made, sources) {
  const at = statSync(made, { throwIfNoEntry: false })?.mtimeMs;
  return at !== undefined && sources.every((source) => isOlder(source, at));
}

/** Whether a file, or a folder and everything in it, was last changed before then. Removing a file changes its folder. */
function isOlder(path, then) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return true;
  if (stat.mtimeMs > then) return false;
  // Tests are not part of it.
  return !stat.isDirectory() || readdirSync(path).every((name) => name.endsWith('.test.ts') || isOlder(join(path, name), then));
}
