import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** The installed package. */
export interface InstalledPackage {
  readonly folder: string;
  /** The folder of this package in it. */
  readonly packageFolder: string;
  /** The path of an executable's script. */
  bin(name: 'colophon-app' | 'colophon-mcp-bridge'): string;
}

/** Builds this package and installs it into a folder: without source, with its dependencies. */
export async function installBuiltPackage(): Promise<InstalledPackage> {
  const folder = await mkdtemp(join(tmpdir(), 'app-cli-installed-'));
  const modules = join(folder, 'node_modules');
  const source = join(ROOT, 'packages', 'app-cli');
  const packageFolder = join(modules, '@colophon', 'app-cli');
  await mkdir(packageFolder, { recursive: true });
  const output = join(packageFolder, 'dist');
  await run(process.execPath, [join(ROOT, 'node_modules', 'tsdown', 'dist', 'run.mjs'), '--out-dir', output, '--no-publint'], {
    cwd: source,
  });
  await cp(join(source, 'package.json'), join(packageFolder, 'package.json'));
  await cp(join(source, 'bin'), join(packageFolder, 'bin'), { recursive: true });
  for (const name of await dependenciesOf(['@colophon/app-cli'])) {
    if (!name.startsWith('@colophon/')) await symlink(join(ROOT, 'node_modules', name), join(modules, name));
  }
  return { folder, packageFolder, bin: (name) => join(packageFolder, 'bin', `${name}.js`) };
}

/** Returns the names of these packages and all their dependencies, without optional peers. */
export async function dependenciesOf(names: readonly string[]): Promise<readonly string[]> {
  const packageNames = new Set<string>();
  const queue = [...names];
  for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
    if (packageNames.has(name)) continue;
    packageNames.add(name);
    const { dependencies } = JSON.parse(await readFile(join(ROOT, 'node_modules', name, 'package.json'), 'utf8')) as {
      dependencies?: object;
    };
    queue.push(...Object.keys(dependencies ?? {}));
  }
  return [...packageNames];
}

/** Returns the size of a folder, in bytes. */
export async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    entries.filter((entry) => entry.isFile()).map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size),
  );
  return sizes.reduce((total, size) => total + size, 0);
}

/** Returns the folder of a package in the workspace's dependencies. */
export function installedFolder(name: string): string {
  return join(ROOT, 'node_modules', name);
}
