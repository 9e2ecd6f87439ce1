import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** The package as somebody would have it who installed it. */
export interface InstalledPackage {
  readonly folder: string;
  /** Of this package in it. */
  readonly packageFolder: string;
  /** Of the script that an executable's name leads to. */
  bin(name: 'colophon-app' | 'colophon-mcp-bridge'): string;
}

/** Builds this package and lays it out as an installation does: no source, dependencies beside. */
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

/** Every package that an installation of these brings, themselves included; optional peers are not brought. */
export async function dependenciesOf(names: readonly string[]): Promise<readonly string[]> {
  const found = new Set<string>();
  const queue = [...names];
  for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
    if (found.has(name)) continue;
    found.add(name);
    const { dependencies } = JSON.parse(await readFile(join(ROOT, 'node_modules', name, 'package.json'), 'utf8')) as {
      dependencies?: object;
    };
    queue.push(...Object.keys(dependencies ?? {}));
  }
  return [...found];
}

/** Bytes in a folder, as they are stored. */
export async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    entries.filter((entry) => entry.isFile()).map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size),
  );
  return sizes.reduce((total, size) => total + size, 0);
}

/** Where a package of the workspace's dependencies lies. */
export function installedFolder(name: string): string {
  return join(ROOT, 'node_modules', name);
}
