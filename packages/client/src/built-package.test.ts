import { execFile, execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Shelf, startShelf } from './testing/shelf.ts';

const run = promisify(execFile);
const PACKAGE = join(import.meta.dirname, '..');
const MODULES = join(PACKAGE, '../../node_modules');

/** This Node, and the one that npm itself runs on, which may be an older one. */
const nodes = [...new Set([process.execPath, process.env['npm_node_execpath'] ?? process.execPath])].map(
  (path) => [execFileSync(path, ['--version'], { encoding: 'utf8' }).trim(), path] as const,
);

let folder: string;
let installed: string;
let shelf: Shelf;

async function build(folderOfPackage: string, output: string): Promise<void> {
  const tsdown = join(MODULES, 'tsdown', 'dist', 'run.mjs');
  await run(process.execPath, [tsdown, '--out-dir', output, '--no-publint', '--no-dts'], { cwd: folderOfPackage });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'client-installed-'));
  installed = join(folder, 'node_modules', '@colophon', 'client');
  const beside = (name: string) => [join(PACKAGE, '..', name), join(folder, 'node_modules', '@colophon', name)] as const;
  for (const [source, target] of [[PACKAGE, installed] as const, beside('contract'), beside('base')]) {
    await mkdir(target, { recursive: true });
    await build(source, join(target, 'dist'));
    await cp(join(source, 'package.json'), join(target, 'package.json'));
  }
  await symlink(join(MODULES, 'openapi-fetch'), join(folder, 'node_modules', 'openapi-fetch'));
  shelf = await startShelf();
}, 120_000);
afterAll(async () => {
  await shelf.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('the built package', () => {
  it.each(nodes)('sends requests to an application on Node %s', async (_version, node) => {
    const program = `
      import { createClient, newIntent, ProblemError } from '@colophon/client';
      const client = createClient({ baseUrl: '${shelf.url}', token: 'editor-token' });
      const title = 'Built on ' + process.version;
      const { id, rev } = await client.post('/books', { body: { title }, intent: newIntent() });
      await client.put('/books/{id}', { params: { path: { id } }, body: { pages: 3 }, ifMatch: rev });
      const titles = [];
      for await (const book of client.items('/books')) titles.push(book.title);
      const problem = await client.post('/books', { body: { title } }).catch((error) => error);
      console.log(JSON.stringify({ found: titles.includes(title), code: ProblemError.isInstance(problem) && problem.code }));
    `;
    await writeFile(join(folder, 'program.mjs'), program);
    const { stdout } = await run(node, [join(folder, 'program.mjs')]);
    expect(JSON.parse(stdout)).toEqual({ found: true, code: 'not_unique' });
  });

  it('names the packages to install if the generator is missing', async () => {
    const program = `
      import { generateTypes } from '@colophon/client/types';
      await generateTypes({}).catch(({ code, hint }) => console.log(code + ': ' + hint));
    `;
    await writeFile(join(folder, 'types.mjs'), program);
    const { stdout } = await run(process.execPath, [join(folder, 'types.mjs')], { cwd: folder });
    expect(stdout).toContain('missing_generator: Install them: npm install --save-dev --save-exact openapi-typescript@');
  });

  it('needs no Node API in a browser, and is small', async () => {
    const files = (await readdir(join(installed, 'dist'))).filter((name) => name.endsWith('.js') && !name.startsWith('types'));
    const code = (await Promise.all(files.map((name) => readFile(join(installed, 'dist', name), 'utf8')))).join('\n');
    expect(code).not.toMatch(/from ["']node:|\bprocess\.|\bBuffer\b|require\(/);
    const library = await readFile(join(MODULES, 'openapi-fetch', 'dist', 'index.mjs'), 'utf8');
    expect(gzipSync(code + library).length).toBeLessThan(12 * 1024);
  });
});
