import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { USER } from './stage.ts';

/** What an image says of itself. */
export interface ImageDescription {
  readonly version: string;
  readonly architecture: 'amd64' | 'arm64';
  /** Seconds since 1970, of all its files (https://reproducible-builds.org/specs/source-date-epoch/). */
  readonly created: number;
}

interface Blob {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
}

/**
 * Writes an image as an OCI layout (https://github.com/opencontainers/image-spec/blob/v1.1.1/image-layout.md) from the roots of its layers:
 * the same roots give the same bytes. `docker load` and `podman load` take the folder as a tar file.
 */
export function writeImage(folder: string, roots: readonly string[], { version, architecture, created }: ImageDescription): void {
  const at = new Date(created * 1000).toISOString();
  const blob = (mediaType: string, bytes: Buffer): Blob => {
    const digest = createHash('sha256').update(bytes).digest('hex');
    mkdirSync(join(folder, 'blobs/sha256'), { recursive: true });
    writeFileSync(join(folder, 'blobs/sha256', digest), bytes);
    return { mediaType, digest: `sha256:${digest}`, size: bytes.length };
  };
  const json = (mediaType: string, value: object): Blob => blob(mediaType, Buffer.from(JSON.stringify(value)));
  const tars = roots.map((root) => tarOf(root, created));
  const layers = tars.map((tar) => blob('application/vnd.oci.image.layer.v1.tar+gzip', gzipSync(tar, { level: 6 })));
  const config = json('application/vnd.oci.image.config.v1+json', {
    created: at,
    architecture,
    os: 'linux',
    config: {
      User: `${USER}:${USER}`,
      ExposedPorts: { '4000/tcp': {} },
      Env: ['PATH=/usr/local/bin', 'HOST=0.0.0.0', 'NEWSROOM_DATA=/data', 'NODE_ENV=production'],
      Entrypoint: ['node', '--disable-warning=ExperimentalWarning', '--max-semi-space-size=8', '/app/bin/newsroom.js'],
      Cmd: ['start'],
      WorkingDir: '/data',
      Volumes: { '/data': {} },
      StopSignal: 'SIGTERM',
      // Of the format of Docker, which reads it from here too.
      Healthcheck: { Test: ['CMD', 'node', '/app/bin/newsroom.js', 'health'], Interval: 30_000_000_000, StartPeriod: 60_000_000_000 },
      Labels: {
        'org.opencontainers.image.title': 'Newsroom',
        'org.opencontainers.image.version': version,
        'org.opencontainers.image.licenses': 'MIT',
        'org.opencontainers.image.created': at,
      },
    },
    rootfs: { type: 'layers', diff_ids: tars.map((tar) => `sha256:${createHash('sha256').update(tar).digest('hex')}`) },
    history: ['base', 'node', 'newsroom'].slice(0, roots.length).map((comment) => ({ created: at, comment })),
  });
  const manifest = json('application/vnd.oci.image.manifest.v1+json', {
    schemaVersion: 2,
    mediaType: 'application/vnd.oci.image.manifest.v1+json',
    config,
    layers,
  });
  const annotations = { 'org.opencontainers.image.ref.name': version, 'io.containerd.image.name': `newsroom:${version}` };
  writeFileSync(join(folder, 'oci-layout'), JSON.stringify({ imageLayoutVersion: '1.0.0' }));
  const index = { schemaVersion: 2, mediaType: 'application/vnd.oci.image.index.v1+json' };
  writeFileSync(
    join(folder, 'index.json'),
    JSON.stringify({ ...index, manifests: [{ ...manifest, annotations, platform: { architecture, os: 'linux' } }] }),
  );
}

/** A tar file of a folder that depends on nothing but names, modes and contents; `/data` and `/tmp` belong to the program. */
export function tarOf(root: string, created: number): Buffer {
  const written = ['./data', './tmp'];
  const plain = ['--sort=name', `--mtime=@${created}`, '--numeric-owner', '--format=ustar', '--hard-dereference', '-C', root];
  const names = spawnSync('ls', ['-A', root], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter(Boolean)
    .map((name) => `./${name}`);
  const file = `${root}.tar`;
  run('tar', ['-cf', file, ...plain, '--owner=0', '--group=0', '--mode=u=rwX,go=rX', ...names.filter((name) => !written.includes(name))]);
  const own = names.filter((name) => written.includes(name));
  if (own.length > 0) run('tar', ['-rf', file, ...plain, `--owner=${USER}`, `--group=${USER}`, '--mode=u=rwX,go=', ...own]);
  return readFileSync(file);
}

function run(command: string, args: readonly string[]): void {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command}: ${stderr || error?.message}`);
}
