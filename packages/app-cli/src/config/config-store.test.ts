import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigStore } from './config-store.ts';
import { withFileLock } from './file-lock.ts';

let folder: string;
let notices: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'config-store-'));
  notices = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function store(path = join(folder, 'newsroom', 'config.json'), ownsFolder = true): ConfigStore {
  return new ConfigStore({ configFile: path, ownsFolder, variable: 'NEWSROOM_CLI_CONFIG' }, (message) => notices.push(message));
}

const credential = { issuer: 'https://news.example', token: 'sekret', expiresAt: null, hasMetadata: true };

describe('the config file', () => {
  it('is empty before the first write, without creating the file', async () => {
    expect(await store().read()).toMatchObject({ credentials: new Map() });
    expect(await readdir(folder)).toEqual([]);
  });

  it('is created readable only by its owner, in a private folder', async () => {
    await store().update((config) => ({ ...config, credentials: new Map([['https://news.example', credential]]) }));
    expect((await stat(store().path)).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, 'newsroom'))).mode & 0o777).toBe(0o700);
    expect((await store().read()).credentials.get('https://news.example')).toEqual(credential);
    expect(await readdir(join(folder, 'newsroom'))).toEqual(['config.json']);
  });

  it('restricts its own folder if others can enter it, but no folder set by the user', async () => {
    await mkdir(join(folder, 'newsroom'), { mode: 0o755 });
    await store().update((config) => config);
    expect((await stat(join(folder, 'newsroom'))).mode & 0o777).toBe(0o700);
    await mkdir(join(folder, 'shared'), { mode: 0o755 });
    await store(join(folder, 'shared', 'mine.json'), false).update((config) => config);
    expect((await stat(join(folder, 'shared'))).mode & 0o777).toBe(0o755);
  });

  it('is restricted, with a notice, if others could read it', async () => {
    await mkdir(join(folder, 'newsroom'));
    await writeFile(store().path, '{"serverUrl":"https://news.example"}');
    await chmod(store().path, 0o644);
    expect(await store().read()).toMatchObject({ serverUrl: 'https://news.example' });
    expect((await stat(store().path)).mode & 0o777).toBe(0o600);
    expect(notices[0]).toContain('was readable by others');
  });

  it.each(['', '{', '[]', 'null', '{"a":1}garbage'])('is renamed and not lost if it contains %j', async (text) => {
    await mkdir(join(folder, 'newsroom'));
    await writeFile(store().path, text, { mode: 0o600 });
    expect(await store().read()).toMatchObject({ credentials: new Map() });
    const [aside] = (await readdir(join(folder, 'newsroom'))).filter((name) => name.includes('.corrupt-'));
    expect(await readFile(join(folder, 'newsroom', aside!), 'utf8')).toBe(text);
    expect(notices[0]).toContain('was set aside');
    expect(notices[0]).toContain('It may contain your token');
  });

  it('keeps unknown members, and ignores malformed entries', async () => {
    await mkdir(join(folder, 'newsroom'));
    const text = JSON.stringify({
      future: { a: 1 },
      credentials: { 'https://a': { token: 7 }, 'https://b': credential },
      profiles: { x: 1, y: { serverUrl: 'https://y' } },
    });
    await writeFile(store().path, text, { mode: 0o600 });
    await store().update((config) => ({ ...config, serverUrl: 'https://b' }));
    expect(JSON.parse(await readFile(store().path, 'utf8'))).toEqual({
      future: { a: 1 },
      serverUrl: 'https://b',
      credentials: { 'https://b': { issuer: 'https://news.example', token: 'sekret', expiresAt: null } },
      profiles: { y: { serverUrl: 'https://y' } },
    });
  });

  it('knows a server that was written with a slash at its end', async () => {
    await mkdir(join(folder, 'newsroom'));
    const other = { ...credential, token: 'stored by the client' };
    const text = JSON.stringify({ credentials: { 'https://b': other, 'https://a/': credential, 'https://b//': credential } });
    await writeFile(store().path, text, { mode: 0o600 });
    expect((await store().read()).credentials).toEqual(
      new Map([
        ['https://a', credential],
        ['https://b', other],
      ]),
    );
  });

  it('stores a server called __proto__ as plain text', async () => {
    await mkdir(join(folder, 'newsroom'));
    await writeFile(store().path, `{"credentials":{"__proto__":${JSON.stringify(credential)}},"__proto__":{"x":1}}`, { mode: 0o600 });
    expect([...(await store().read()).credentials.keys()]).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  it('follows a link of the user, and rejects a broken one', async () => {
    await mkdir(join(folder, 'newsroom'));
    await writeFile(join(folder, 'dotfiles.json'), '{"serverUrl":"https://linked"}', { mode: 0o600 });
    await symlink(join(folder, 'dotfiles.json'), store().path);
    await store().update((config) => ({ ...config, current: 'x' }));
    expect(JSON.parse(await readFile(join(folder, 'dotfiles.json'), 'utf8'))).toMatchObject({ serverUrl: 'https://linked', current: 'x' });
    await rm(join(folder, 'dotfiles.json'));
    await expect(store().read()).rejects.toThrow('is a broken link');
  });

  it('rejects a folder', async () => {
    await mkdir(store().path, { recursive: true });
    await expect(store().read()).rejects.toThrow('is not a plain file');
  });

  it('loses no change with concurrent writers', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `https://s${index}`);
    await Promise.all(
      names.map((name) => store().update((config) => ({ ...config, credentials: new Map([...config.credentials, [name, credential]]) }))),
    );
    expect([...(await store().read()).credentials.keys()].sort()).toEqual([...names].sort());
  });
});

describe('the lock', () => {
  it('of a dead process becomes stale', async () => {
    const path = join(folder, 'config.json');
    await mkdir(`${path}.lock`);
    const longAgo = new Date(Date.now() - 60_000);
    await utimes(`${path}.lock`, longAgo, longAgo);
    expect(await withFileLock(path, () => Promise.resolve('done'))).toBe('done');
  });

  it('is released if the work fails', async () => {
    const path = join(folder, 'config.json');
    await expect(withFileLock(path, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await readdir(folder)).toEqual([]);
  });
});
