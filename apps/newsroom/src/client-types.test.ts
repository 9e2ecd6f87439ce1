import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { createClient } from '@colophon/client';
import { generateTypes } from '@colophon/client/types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type NewsroomProcess, startNewsroom } from './testing/newsroom-process.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const MODULES = join(ROOT, 'node_modules');
const run = promisify(execFile);

describe('the paths of Newsroom that @colophon/client is built with', () => {
  let folder: string;
  let newsroom: NewsroomProcess;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'newsroom-paths-'));
    newsroom = await startNewsroom();
    await run(process.execPath, [join(MODULES, 'tsdown/dist/run.mjs'), '--out-dir', join(folder, 'dist'), '--no-publint'], {
      cwd: join(ROOT, 'packages/client'),
    });
    await symlink(MODULES, join(folder, 'node_modules'));
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  }, 120_000);
  afterAll(async () => {
    await newsroom?.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  it('are those of a running Newsroom', async () => {
    const document = (await (await fetch(`${newsroom.url}/api/v1/openapi.json`)).json()) as Record<string, unknown>;
    const shipped = await readFile(join(folder, 'dist/newsroom.d.ts'), 'utf8');
    const [declarations = '', names] = shipped.split(/\nexport \{([^}]*)\};\n$/);
    expect(names?.trim().split(', ')).toEqual(['type $defs', 'type components', 'type operations', 'type paths', 'type webhooks']);
    // Only the list of exports at the end is another form of the same.
    expect(declarations === (await generateTypes(document)).replaceAll(/^export (?=interface|type)/gm, '')).toBe(true);
  });

  it('type a program against Newsroom, which the address in `exports` leads to', async () => {
    const manifest = JSON.parse(await readFile(join(ROOT, 'packages/client/package.json'), 'utf8')) as { exports: object };
    expect(manifest.exports).toMatchObject({ './newsroom': { types: './dist/newsroom.d.ts', default: './dist/newsroom.js' } });
    const program = `
      import { createClient } from '@colophon/client';
      import type { components, paths } from './dist/newsroom.js';
      const client = createClient<paths>({ baseUrl: 'https://news.example' });
      const article = await client.get('/articles/{id}', { params: { path: { id: 'x' } } });
      export const title: string | undefined = article.title;
      export const status: NonNullable<components['schemas']['Article']['status']> = 'draft';
      // @ts-expect-error there is no such path
      await client.get('/artikel');
      // @ts-expect-error a title is text
      await client.post('/articles', { body: { title: 7 } });
    `;
    await writeFile(join(folder, 'program.ts'), program);
    const compilerOptions = {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      target: 'es2023',
      module: 'esnext',
      moduleResolution: 'bundler',
      customConditions: ['@colophon/source'],
      allowImportingTsExtensions: true,
      types: [],
      lib: ['es2024', 'esnext', 'dom', 'dom.iterable'],
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
    const { stdout } = await run(join(MODULES, '.bin/tsc'), ['-p', folder]).catch((error: { stdout: string }) => error);
    expect(stdout).toBe('');
  }, 120_000);

  it('are those that its client sends requests to', async () => {
    const client = createClient({ baseUrl: newsroom.url });
    expect(await client.get('/articles', { params: { query: { limit: 1 } } })).toMatchObject({ limit: 1, items: expect.any(Array) });
  });
});
