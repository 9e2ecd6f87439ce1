import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { writeImage } from './image/oci-layout.ts';
import { stageBase, stageNode, stageProgram } from './image/stage.ts';

// Writes an image of Newsroom for `docker load` and `podman load`, without either: `npm run image -- [file]`. Linux only.
const ROOT = join(import.meta.dirname, '..');
const ARCHITECTURES: Readonly<Record<string, 'amd64' | 'arm64'>> = { arm64: 'arm64', x64: 'amd64' };

const architecture = ARCHITECTURES[process.arch];
if (process.platform !== 'linux' || architecture === undefined)
  throw new Error('An image is made of the C library and the Node of a Linux machine (x64 or arm64): run this on one.');
const { version } = JSON.parse(readFileSync(join(ROOT, 'apps/newsroom/package.json'), 'utf8')) as { version: string };
const output = resolve(process.argv[2] ?? join(ROOT, `apps/newsroom/dist/newsroom-${version}-${architecture}.tar`));
const created = Number(process.env['SOURCE_DATE_EPOCH'] ?? 0);

const folder = mkdtempSync(join(tmpdir(), 'newsroom-image-'));
try {
  const node = realpathSync(process.execPath);
  const built = join(folder, 'dist');
  run(
    process.execPath,
    [join(ROOT, 'node_modules/tsdown/dist/run.mjs'), '--logLevel', 'warn', '--out-dir', built],
    join(ROOT, 'apps/newsroom'),
  );
  const layers = { base: stageBase, node: stageNode, newsroom: (root: string) => stageProgram(root, ROOT, built) };
  const roots = Object.entries(layers).map(([name, stage]) => {
    const root = join(folder, name);
    mkdirSync(root);
    stage(root, node);
    return root;
  });
  const layout = join(folder, 'layout');
  mkdirSync(layout);
  writeImage(layout, roots, { version, architecture, created });
  const flags = ['--sort=name', `--mtime=@${created}`, '--owner=0', '--group=0', '--numeric-owner', '--format=ustar'];
  run('tar', ['-cf', output, ...flags, '-C', layout, '.'], folder);
  console.log(output);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function run(command: string, args: readonly string[], cwd: string): void {
  const { status, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command}: ${stderr || error?.message}`);
}
