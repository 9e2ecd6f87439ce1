import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packAlone } from './testing/pack-alone.ts';

const ROOT = join(import.meta.dirname, '..');
const run = promisify(execFile);

interface Manifest {
  readonly name: string;
  readonly license: string;
  readonly repository: { readonly url: string; readonly directory?: string };
  readonly scripts: Readonly<Record<string, string>>;
  readonly files: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
}

const manifestOf = async (folder: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(ROOT, folder, 'package.json'), 'utf8')) as Manifest;

describe.each(await readdir(join(ROOT, 'packages')))('packages/%s', (name) => {
  const folder = `packages/${name}`;

  it('is built before packing, and has a repository and a licence', async () => {
    const { repository, scripts, license, files } = await manifestOf(folder);
    expect(scripts['prepack']).toBe(`node --conditions=@colophon/source ../../scripts/build.ts ${name}`);
    expect(repository).toEqual({ ...(await manifestOf('.')).repository, directory: folder });
    expect([license, files.includes('dist')]).toEqual(['MIT', true]);
    expect(await readFile(join(ROOT, folder, 'LICENSE'), 'utf8')).toBe(await readFile(join(ROOT, 'LICENSE'), 'utf8'));
  });

  it('has a README with valid links that work outside the repository', async () => {
    const readme = await readFile(join(ROOT, folder, 'README.md'), 'utf8');
    const links = [...readme.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
    expect(links.filter((link) => !/^https:|^#/.test(link))).toEqual([]);
    const base = (await manifestOf('.')).repository.url.replace(/^git\+|\.git$/g, '');
    for (const link of links.filter((each) => each.startsWith(base))) {
      const [path = ''] = link
        .slice(base.length)
        .replace(/^\/(?:blob|tree)\/main\//, '')
        .split('#');
      await expect(readdir(join(ROOT, dirname(path)))).resolves.toContain(path.replace(/\/$/, '').split('/').at(-1));
    }
  });
});

describe('a packed package', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'colophon-packed-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  // With a build of its own, and with that of all.
  it.each(['verify', 'app-cli', 'pictures'])('can be looked at before it is packed: %s', async (name) => {
    const before = await readdir(join(ROOT, 'packages', name));
    const { stdout } = await packAlone(() => run('npm', ['pack', '--dry-run', '--json'], { cwd: join(ROOT, 'packages', name) }));
    const [packed] = JSON.parse(stdout) as { files: { path: string }[] }[];
    expect(packed?.files.map(({ path }) => path)).toEqual(expect.arrayContaining(['package.json', 'dist/index.js']));
    expect((await readdir(join(ROOT, 'packages', name))).filter((file) => file !== 'dist')).toEqual(
      before.filter((file) => file !== 'dist'),
    );
  });

  /** Packs like `npm publish`, and installs the package like an application would. */
  async function install(name: string): Promise<string[]> {
    const { stdout } = await packAlone(() =>
      run('npm', ['pack', '-w', `packages/${name}`, '--pack-destination', folder, '--json'], { cwd: ROOT }),
    );
    const [packed] = JSON.parse(stdout) as { filename: string; files: { path: string }[] }[];
    const target = join(folder, 'node_modules/@colophon', name);
    await mkdir(target, { recursive: true });
    await run('tar', ['-xzf', join(folder, packed?.filename ?? ''), '--strip-components=1', '-C', target]);
    for (const each of Object.keys((await manifestOf(`packages/${name}`)).dependencies ?? {})) {
      if (each.startsWith('@colophon/')) continue;
      const link = join(folder, 'node_modules', each);
      await mkdir(dirname(link), { recursive: true });
      await symlink(join(ROOT, 'node_modules', each), link).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      });
    }
    return packed?.files.map(({ path }) => path) ?? [];
  }

  it('contains only what it needs, and runs outside the repository', async () => {
    for (const name of ['base', 'contract', 'core', 'identity']) {
      const files = await install(name);
      expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json', 'dist/index.js', 'dist/index.d.ts']));
      expect(files.filter((path) => path.startsWith('src/') || path.includes('.test.'))).toEqual([]);
    }
    const program = `
      import { openDatabase, operationTable, requireCurrentSchema } from '@colophon/core';
      import { restRoutes } from '@colophon/core/rest';
      import { createToken, createAuthenticator, identityCollections } from '@colophon/identity';
      const table = operationTable([...identityCollections]);
      const database = await openDatabase('sqlite::memory:');
      await requireCurrentSchema(database, table.schema);
      const { token } = await createToken({ database, role: 'admin' });
      const authenticate = createAuthenticator(database).authenticateRequest;
      const answer = await restRoutes({ table, database, authenticate }).request('/tokens', { headers: { Authorization: 'Bearer ' + token } });
      console.log(answer.status, (await answer.json()).count);
    `;
    const { stdout } = await run(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program], {
      cwd: folder,
    });
    expect(stdout).toBe('200 1\n');
  }, 120_000);
});
