import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'tsdown';
import { afterAll, beforeAll, expect, it } from 'vitest';
import published from '../tsdown.config.ts';

// The published form, minified, since the application that bundles it does that. Each file is gzipped by itself, as it is sent. Other
// packages, which are loaded when they are first needed, are not counted.

/** Bytes: what a page or a worker may load before it has made a client. */
const MOST = 85_000;

let folder = '';
/** The size of each file, and the files that it imports before it runs. */
const files = new Map<string, { size: number; imports: readonly string[]; later: readonly string[] }>();

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'colophon-bundle-'));
  const [program] = [published].flat();
  const [bundle] = await build({
    ...program,
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    outDir: folder,
    config: false,
    logLevel: 'silent',
    minify: true,
  });
  for (const chunk of bundle?.chunks ?? []) {
    if (chunk.type !== 'chunk') continue;
    const size = gzipSync(await readFile(path.join(folder, chunk.fileName))).length;
    files.set(chunk.fileName, { size, imports: chunk.imports, later: chunk.dynamicImports });
  }
}, 60_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

/** The files that are loaded with these. */
function loadedWith(names: readonly string[]): Set<string> {
  const found = new Set<string>();
  const visit = (name: string): void => {
    if (found.has(name)) return;
    const file = files.get(name);
    if (file === undefined) return; // another package
    found.add(name);
    file.imports.forEach(visit);
  };
  names.forEach(visit);
  return found;
}

const sizeOf = (names: Iterable<string>): number => [...names].reduce((sum, name) => sum + (files.get(name)?.size ?? 0), 0);

it('loads at most 85 KB before a client is made', () => {
  const loaded = loadedWith(['index.js']);
  expect(loaded.size).toBeGreaterThan(1);
  expect(sizeOf(loaded)).toBeLessThanOrEqual(MOST);
});

it('loads at most 85 KB with any one vendor', () => {
  const index = loadedWith(['index.js']);
  const vendors = [...index].flatMap((name) => files.get(name)?.later ?? []);
  expect(vendors.length).toBeGreaterThan(10);
  const sizes = Object.fromEntries(vendors.map((vendor) => [vendor, sizeOf(loadedWith(['index.js', vendor]))]));
  expect(Object.entries(sizes).filter(([, size]) => size > MOST)).toEqual([]);
});

it('loads a vendor’s code when a client is made of it, not before', () => {
  const index = loadedWith(['index.js']);
  const vendors = [...index].flatMap((name) => files.get(name)?.later ?? []);
  expect(vendors.filter((vendor) => index.has(vendor))).toEqual([]);
});

// A bundler that writes one file includes every vendor for getAI, but only one for its class.
it('is at most 85 KB in a single file with the class of one vendor', async () => {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const names = ['OpenAIProvider', 'AnthropicProvider', 'GeminiProvider'];
  const single = path.join(folder, 'single');
  const entry: Record<string, string> = {};
  for (const name of names) {
    entry[name] = path.join(folder, `${name}.ts`);
    await writeFile(entry[name], `export { ${name} } from ${JSON.stringify(path.join(root, 'src/providers.ts'))};`);
  }
  const sizes: number[] = [];
  for (const name of names) {
    await build({
      cwd: root,
      entry: { [name]: entry[name] as string },
      outDir: single,
      platform: 'node',
      outExtensions: () => ({ js: '.js' }),
      outputOptions: { codeSplitting: false, comments: false },
      clean: false,
      dts: false,
      config: false,
      logLevel: 'silent',
      minify: true,
    });
    sizes.push(gzipSync(await readFile(path.join(single, `${name}.js`))).length);
  }
  expect(sizes.filter((size) => size < 20_000 || size > MOST)).toEqual([]);
}, 120_000);
