import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawingVersion } from '../cards/drawing-version.ts';
import { PART_VERSIONS } from './part-versions.ts';
import { limitRuns } from './run-limited.ts';

const SOURCE = join(import.meta.dirname, '..');
const run = promisify(execFile);
const node = async (program: string, cwd: string): Promise<string> =>
  (await run(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program], { cwd })).stdout;

describe('the drawing libraries', () => {
  it('are named in the versions of package.json', async () => {
    const { dependencies } = JSON.parse(await readFile(join(SOURCE, '../package.json'), 'utf8')) as { dependencies: object };
    expect(PART_VERSIONS).toEqual(dependencies);
  });

  it('are not loaded before the first drawing', async () => {
    const program = `
      import { registerHooks } from 'node:module';
      const loaded = [];
      registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
      await import(${JSON.stringify(join(SOURCE, 'index.ts'))});
      console.log(JSON.stringify(loaded.filter((url) => url.includes('node_modules'))), loaded.length);
    `;
    expect(await node(program, SOURCE)).toMatch(/^\[\] \d{2}\n$/);
  });

  it('have a version that is stable until they change', async () => {
    expect(await drawingVersion()).toMatch(/^[\w-]{16}$/);
    expect(await drawingVersion()).toBe(await drawingVersion());
  });
});

describe('without installed packages', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'colophon-pictures-'));
    await cp(SOURCE, join(folder, 'src'), { recursive: true });
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each([
    ['drawHeadlineCard({ title: "x" })', '@fontsource-variable/noto-sans@5.3.0'],
    ['drawStaticMap({ latitude: 1, longitude: 2 })', '@fontsource-variable/noto-sans@5.3.0'],
    ['readPicture(Buffer.from("89504e470d0a1a0a", "hex"))', 'sharp@0.35.5'],
    ['resizePicture(Buffer.from("89504e470d0a1a0a", "hex"), { width: 10 })', 'sharp@0.35.5'],
  ])('%s names the package to install', async (call, packageName) => {
    const program = `
      const pictures = await import('./src/index.ts');
      try { await pictures.${call}; } catch (error) { console.log(JSON.stringify([error.name, error.code, error.hint])); }
    `;
    expect(JSON.parse(await node(program, folder))).toEqual(['PictureError', 'not_installed', `npm install ${packageName}`]);
  });

  it('each library names its package', async () => {
    const program = `
      const { loadPart, partFile } = await import('./src/parts/load-part.ts');
      const hints = [];
      for (const name of ['@takumi-rs/core', 'd3-geo', 'topojson-client', 'sharp']) await loadPart(name).catch((error) => hints.push(error.hint));
      try { partFile('world-atlas', 'countries-50m.json'); } catch (error) { hints.push(error.hint); }
      console.log(JSON.stringify(hints));
    `;
    const names = ['@takumi-rs/core', 'd3-geo', 'topojson-client', 'sharp', 'world-atlas'] as const;
    expect(JSON.parse(await node(program, folder))).toEqual(names.map((name) => `npm install ${name}@${PART_VERSIONS[name]}`));
  });
});

describe('limitRuns', () => {
  it('limits concurrency, queues further tasks in order, and rejects tasks beyond the queue', async () => {
    const limited = limitRuns({ atOnce: 2, waiting: 3 });
    const gates: (() => void)[] = [];
    const started: number[] = [];
    const tasks = Array.from({ length: 6 }, (_each, index) =>
      limited(() => {
        started.push(index);
        return new Promise<number>((resolve) => gates.push(() => resolve(index)));
      }),
    );
    await expect(tasks[5]).rejects.toMatchObject({ code: 'busy' });
    expect(started).toEqual([0, 1]);
    while (gates.length > 0) {
      gates.shift()?.();
      await new Promise(setImmediate);
    }
    expect(await Promise.all(tasks.slice(0, 5))).toEqual([0, 1, 2, 3, 4]);
    expect(started).toEqual([0, 1, 2, 3, 4]);
  });

  it('continues after a failed task', async () => {
    const limited = limitRuns({ atOnce: 1, waiting: 1 });
    await expect(limited(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await limited(() => Promise.resolve(1))).toBe(1);
  });
});
