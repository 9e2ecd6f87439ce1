import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createColophon } from './create-colophon.ts';
import { nameOfFolder, namesOf } from './names.ts';

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'create-'));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

async function create(...argv: string[]): Promise<{ status: number; stdout: string; stderr: string }> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const status = await createColophon([...argv, '--no-install', '--no-git'], { cwd, stdin: new PassThrough(), stdout, stderr });
  return { status, stdout: String(stdout.read() ?? ''), stderr: String(stderr.read() ?? '') };
}

describe('npm create colophon', () => {
  it('writes an application under its own name, and says what comes next', async () => {
    const { status, stdout, stderr } = await create('good-places');
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('Good Places is in good-places.\n\n  cd good-places\n  npm install\n  npm test\n  npm run dev\n');
    const read = (file: string) => readFileSync(join(cwd, 'good-places', file), 'utf8');
    expect(JSON.parse(read('package.json'))).toMatchObject({ name: 'good-places', bin: { 'good-places': './bin/good-places.js' } });
    expect(read('app.ts')).toContain("name: 'Good Places'");
    expect(read('.env.example')).toContain('# GOOD_PLACES_SECRET=');
    expect(read('.gitignore')).toContain('data/');
    expect(read('CLAUDE.md')).toBe(read('AGENTS.md'));
    const files = readdirSync(join(cwd, 'good-places'), { recursive: true, encoding: 'utf8' });
    expect(files.filter((file) => /notebook|^_/i.test(file))).toEqual([]);
    expect(read('README.md')).not.toMatch(/notebook/i);
  });

  it('takes a name, a database and the current folder', async () => {
    mkdirSync(join(cwd, 'empty'));
    expect((await create('empty', '--name', 'Café Plan', '--database', 'postgres')).status).toBe(0);
    expect(readFileSync(join(cwd, 'empty/.env.example'), 'utf8')).toMatch(/^DATABASE_URL=postgres:\/\/cafe-plan:/m);
    expect(readFileSync(join(cwd, 'empty/main.ts'), 'utf8')).toContain('app.run');
  });

  it('installs from archives where there is no registry', async () => {
    mkdirSync(join(cwd, 'archives'));
    for (const name of ['app', 'app-cli', 'core']) writeFileSync(join(cwd, `archives/colophon-${name}-0.2.0.tgz`), '');
    expect((await create('places', '--from', 'archives')).status).toBe(0);
    const manifest = JSON.parse(readFileSync(join(cwd, 'places/package.json'), 'utf8'));
    const core = `file:${join(cwd, 'archives/colophon-core-0.2.0.tgz')}`;
    expect(manifest).toMatchObject({ dependencies: { '@colophon/core': core }, overrides: { '@colophon/core': core } });
    expect((await create('others', '--from', 'nowhere')).status).toBe(1);
    expect(existsSync(join(cwd, 'others'))).toBe(false);
  });

  it('writes nothing into a folder that is not empty, or over a file', async () => {
    mkdirSync(join(cwd, 'full'));
    writeFileSync(join(cwd, 'full/thesis.txt'), 'years');
    writeFileSync(join(cwd, 'file'), 'years');
    expect(await create('full')).toMatchObject({ status: 1, stderr: expect.stringContaining('is not empty. Nothing was written') });
    expect(readdirSync(join(cwd, 'full'))).toEqual(['thesis.txt']);
    expect(await create('file')).toMatchObject({ status: 1, stderr: expect.stringContaining('is a file') });
  });

  it.each([
    [['--name', 'node_modules'], 'take for example "Node Modules"'],
    [['--name', '../etc'], 'take for example "Etc"'],
    [['--name', "Bob's Place"], 'take for example "Bob S Place"'],
    [['--name', '42'], 'take for example "My App"'],
    [['--name', "x'; process.exit()"], 'take for example'],
    [['--template', 'blanc'], 'There is no template blanc. There are: blank'],
    [['--database', 'oracle'], '--database must be sqlite or postgres'],
    [['--databse', 'sqlite'], "Unknown option '--databse'"],
    [['one', 'two'], 'One folder can be named'],
  ])('refuses %j with exit code 2 and what would do', async (argv, message) => {
    const { status, stderr } = await create(...argv);
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(readdirSync(cwd)).toEqual([]);
  });

  it('removes what it made if it is interrupted', async () => {
    mkdirSync(join(cwd, 'bin'));
    // An npm that never ends.
    writeFileSync(join(cwd, 'bin/npm'), '#!/bin/sh\ntouch "$PWD/begun"\nexec sleep 600\n', { mode: 0o755 });
    const path = process.env['PATH'];
    process.env['PATH'] = `${join(cwd, 'bin')}:${path}`;
    const stderr = new PassThrough();
    const done = createColophon(['places', '--no-git'], { cwd, stdin: new PassThrough(), stdout: new PassThrough(), stderr });
    await expect.poll(() => existsSync(join(cwd, 'places/begun'))).toBe(true);
    process.emit('SIGINT');
    expect(await done).toBe(130);
    process.env['PATH'] = path;
    expect(existsSync(join(cwd, 'places'))).toBe(false);
    expect(String(stderr.read())).toContain('What was made is removed');
  });
});

describe('the names of an application', () => {
  it.each([
    ['Places', 'places', 'PLACES'],
    ['Good Places', 'good-places', 'GOOD_PLACES'],
    ['Zürich News', 'zurich-news', 'ZURICH_NEWS'],
  ])('%s is %s and %s', (name, slug, prefix) => {
    expect(namesOf(name)).toEqual({ name, slug, prefix });
  });

  it('are accepted if they were proposed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        for (const name of [text, nameOfFolder(text)]) {
          try {
            expect(namesOf(name).slug).toMatch(/^[a-z][a-z0-9-]*$/);
          } catch (error) {
            const [, proposed = ''] = /take for example "(.+)"\.$/.exec((error as Error).message) ?? [];
            expect(namesOf(proposed).slug).not.toBe('');
          }
        }
      }),
    );
  });
});
