import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The account that the program runs as: nobody in particular, as in images of others that have no shell. */
export const USER = 65_532;
/** Where Debian keeps the certificates of authorities; Node has its own, which `NODE_EXTRA_CA_CERTS` can add these to. */
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

/** Writes what every program needs into a root: the C library of this machine, as Node is linked to it, an account and the certificates. */
export function stageBase(root: string, node: string): void {
  for (const library of librariesOf(node)) copyInto(root, library, realpathSync(library));
  writeInto(root, '/etc/passwd', `root:x:0:0:root:/:/sbin/nologin\nnewsroom:x:${USER}:${USER}:newsroom:/data:/sbin/nologin\n`);
  writeInto(root, '/etc/group', `root:x:0:\nnewsroom:x:${USER}:\n`);
  writeInto(root, '/etc/nsswitch.conf', 'hosts: files dns\n');
  if (existsSync(CERTIFICATES)) copyInto(root, CERTIFICATES);
  // Mount points: a root that is mounted read-only gets no new folders.
  for (const folder of ['/data', '/dev', '/proc', '/tmp']) mkdirSync(join(root, folder), { recursive: true });
}

/** The shared libraries that a program is linked to, and the loader. */
function librariesOf(program: string): string[] {
  const { stdout, status } = spawnSync('ldd', [program], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`ldd cannot read ${program}`);
  return stdout.split('\n').flatMap((line) => /(?:=> )?(\/\S+)/.exec(line)?.[1] ?? []);
}

/** Writes Node itself into a root. */
export function stageNode(root: string, node: string): void {
  copyInto(root, '/usr/local/bin/node', node);
}

/**
 * Writes Newsroom into a root, as its package has it, and the libraries that draw pictures.
 *
 * @param built the folder of its build
 */
export function stageProgram(root: string, repository: string, built: string): void {
  const app = join(repository, 'apps/newsroom');
  const { files, version } = JSON.parse(readFileSync(join(app, 'package.json'), 'utf8')) as { files: string[]; version: string };
  const isLeftOut = (path: string): boolean => /\.(?:map|d\.ts)$/.test(path);
  for (const part of files.filter((name) => !name.startsWith('!')))
    cpSync(part === 'dist' ? built : join(app, part), join(root, 'app', part), { recursive: true, filter: (path) => !isLeftOut(path) });
  writeInto(root, '/app/package.json', `${JSON.stringify({ name: '@colophon/newsroom', version, type: 'module' })}\n`);
  const pictures = join(repository, 'packages/pictures');
  for (const folder of packagesBelow(pictures)) {
    const name = folder.slice(folder.lastIndexOf('node_modules/'));
    cpSync(folder, join(root, 'app', name), { recursive: true, filter: (path) => !isLeftOut(path) });
  }
}

/** The folders of the packages that a package depends on, directly or not, in any order. */
function packagesBelow(folder: string, found = new Set<string>()): ReadonlySet<string> {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, Record<string, string> | undefined>;
  const names = Object.keys({ ...manifest['dependencies'], ...manifest['optionalDependencies'] });
  for (const name of names) {
    const installed = installedFrom(folder, name);
    if (installed === undefined || installed.includes('@colophon') || found.has(installed)) continue;
    found.add(installed);
    packagesBelow(installed, found);
  }
  return found;
}

/** Where Node would find a package; undefined for an optional one of another platform. */
function installedFrom(folder: string, name: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const path = join(at, 'node_modules', name);
    if (existsSync(join(path, 'package.json'))) return realpathSync(path);
    if (at === dirname(at)) return undefined;
  }
}

function copyInto(root: string, path: string, from = path): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  cpSync(from, join(root, path), { dereference: true });
}

function writeInto(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
