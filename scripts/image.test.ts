import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../apps/newsroom/src/testing/newsroom-process.ts';
import { USER } from './image/stage.ts';

const ROOT = join(import.meta.dirname, '..');
/** What a container engine does with an image: a read-only root, the devices, memory for temporary files, and a volume. */
const START = `set -e
R="$1"; D="$2"; shift 2
mount --bind "$R" "$R"
mount -o remount,ro,bind "$R"
mount -t proc proc "$R/proc"
mount --rbind /dev "$R/dev"
mount -t tmpfs -o mode=1777 tmpfs "$R/tmp"
mount --bind "$D" "$R/data"
exec chroot --userspec=${USER}:${USER} "$R" /usr/local/bin/node --disable-warning=ExperimentalWarning /app/bin/newsroom.js "$@"`;
const canMount =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['-m', 'sh', '-c', 'mount -t tmpfs tmpfs /mnt && command -v chroot tar ldd']).status === 0;
if (!canMount) console.log('The image is not started: that needs root on Linux, with unshare, chroot and tar.');

describe.skipIf(!canMount)('the image of Newsroom', () => {
  let folder: string;
  let server: ChildProcess | undefined;
  let port: number;
  const environment = () => ({ PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOST: '127.0.0.1', PORT: String(port), NEWSROOM_DATA: '/data' });
  const argumentsOf = (words: readonly string[]) => [
    '-m',
    'sh',
    '-c',
    START,
    'start',
    join(folder, 'root'),
    join(folder, 'data'),
    ...words,
  ];
  const run = (...words: readonly string[]) => spawnSync('unshare', argumentsOf(words), { env: environment(), encoding: 'utf8' });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'newsroom-image-test-'));
    port = await freePort();
    const file = join(folder, 'image.tar');
    execFileSync(process.execPath, ['--conditions=@colophon/source', join(ROOT, 'scripts/image.ts'), file], { stdio: 'pipe' });
    for (const name of ['layout', 'root', 'data']) mkdirSync(join(folder, name));
    chownSync(join(folder, 'data'), USER, USER);
    execFileSync('tar', ['-xf', file, '-C', join(folder, 'layout')]);
    for (const { digest } of manifest().layers) execFileSync('tar', ['-xzf', blob(digest), '-C', join(folder, 'root')]);
  }, 240_000);
  afterAll(async () => {
    if (server?.exitCode === null) {
      const ended = new Promise((done) => server?.once('exit', done));
      server.kill('SIGKILL');
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  });
  const blob = (digest: string): string => join(folder, 'layout/blobs', digest.replace(':', '/'));
  const read = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T;
  const manifest = () => {
    const { manifests } = read<{ manifests: readonly { digest: string }[] }>(join(folder, 'layout/index.json'));
    return read<{ config: { digest: string }; layers: readonly { digest: string }[] }>(blob(manifests[0]?.digest ?? ''));
  };

  it('names a user without rights, and how it is started, stopped and asked for its health', () => {
    const { config } = read<{ config: Record<string, unknown> }>(blob(manifest().config.digest));
    expect(config).toMatchObject({ User: `${USER}:${USER}`, Cmd: ['start'], StopSignal: 'SIGTERM', Volumes: { '/data': {} } });
    expect(JSON.stringify(config['Healthcheck'])).toContain('health');
  });

  it('has no shell, no source and no maps', () => {
    const files = readdirSync(join(folder, 'root'), { recursive: true, encoding: 'utf8' });
    expect(files.filter((path) => /(?:^|\/)(?:sh|bash|busybox)$|\.map$|^app\/(?:src|desk)\//.test(path))).toEqual([]);
    expect(files).toContain('app/bin/newsroom.js');
  });

  it('runs a newspaper as a stranger, on a read-only root, and draws its pictures', async () => {
    server = spawn('unshare', argumentsOf(['start']), { env: environment(), stdio: 'ignore' });
    expect(run('health', '--wait', '60')).toMatchObject({ status: 0, stdout: 'ready\n' });
    const url = `http://127.0.0.1:${port}`;
    expect((await fetch(url)).status).toBe(200);
    const token = run('token', 'create', '--role', 'editor').stdout.trim();
    const post = (path: string, body: object): Promise<Response> =>
      fetch(`${url}/api/v1/contents${path}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
    const { id } = (await (await post('', { type: 'note', title: 'The ferry is late' })).json()) as { id: string };
    const drawn = await post(`/${id}/thumbnail/generate`, { strategy: 'headline-card' });
    expect([drawn.status, drawn.ok ? '' : await drawn.text()]).toEqual([201, '']);
    expect(readdirSync(join(folder, 'data'))).toEqual(expect.arrayContaining(['newsroom.sqlite', 'secret', 'signing-key', 'files']));
    const ended = new Promise((done) => server?.once('exit', done));
    server.kill('SIGTERM');
    expect(await ended).toBe(0);
  }, 180_000);
});
