// JavaScript, because Node loads 4 MB to take types away, and needs them for nothing else if a build runs. Modules of Node are not imported,
// because that reads all of their exports.
const { existsSync, readdirSync, statSync } = process.getBuiltinModule('node:fs');
const path = process.getBuiltinModule('node:path');
const { pathToFileURL } = process.getBuiltinModule('node:url');

const ROOT = path.resolve(import.meta.dirname, '../../..');

export function freshBuild(root = ROOT) {
  const packages = path.join(root, 'packages');
  const sources = existsSync(packages) ? readdirSync(packages).flatMap((name) => [`packages/${name}/src`, `packages/${name}/bin`]) : [];
  sources.push(
    'apps/newsroom/src',
    'apps/newsroom/bin',
    'apps/newsroom/desk/build.ts',
    'apps/newsroom/desk/src',
    'apps/newsroom/check/build.ts',
    'apps/newsroom/check/src',
    'package-lock.json',
  );
  return freshFile(root, 'apps/newsroom/dist/newsroom.js', sources);
}

export function freshCliBuild(root = ROOT) {
  const bundled = ['app-cli', 'base', 'contract'].map((name) => `packages/${name}/src`);
  const sources = [...bundled, 'apps/newsroom/src/cli.ts', 'apps/newsroom/bin', 'package-lock.json'];
  return freshFile(root, 'apps/newsroom/dist/newsroom-cli.js', sources);
}

export function isFresh(made, sources) {
  const at = statSync(made, { throwIfNoEntry: false })?.mtimeMs;
  return at !== undefined && sources.every((source) => isOlder(source, at));
}

function freshFile(root, file, sources) {
  const built = path.join(root, file);
  return isFresh(
    built,
    sources.map((source) => path.join(root, source)),
  )
    ? pathToFileURL(built).href
    : undefined;
}

/** Whether a file, or a folder and everything in it, was last changed before then. Removing a file changes its folder. */
function isOlder(source, then) {
  const stat = statSync(source, { throwIfNoEntry: false });
  if (!stat) return true;
  if (stat.mtimeMs > then) return false;
  // Tests are not part of it.
  return !stat.isDirectory() || readdirSync(source).every((name) => name.endsWith('.test.ts') || isOlder(path.join(source, name), then));
}
