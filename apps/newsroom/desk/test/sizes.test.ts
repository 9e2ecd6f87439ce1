import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildDesk } from '../build.ts';

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

/** KB, gzipped: scripts and styles of the entry and of what each view loads beside it at once. */
const BARS = [
  ['the desk with the list of pieces', ['src/desk.tsx', 'src/views/pieces/Pieces.tsx'], 260],
  ['the portal', ['src/portal.tsx', 'src/portal/OwnWork.tsx'], 150],
] as const;
/** What an editor loads beside all of that. */
const EDITOR = ['src/views/pieces/Piece.tsx', 'src/views/pieces/Writing.tsx', '../../../packages/ui/src/components/body/index.ts'];
const EDITOR_BAR = 190;

describe('what a page of the desk loads', () => {
  let folder: string;
  let manifest: Readonly<Record<string, Chunk>>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'desk-sizes-'));
    await buildDesk(join(folder, 'desk'));
    manifest = JSON.parse(await readFile(join(folder, 'desk/manifest.json'), 'utf8')) as typeof manifest;
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** The files that these entries load at once. */
  const filesOf = (entries: readonly string[]): ReadonlySet<string> => {
    const files = new Set<string>();
    const load = (key: string): void => {
      const chunk = manifest[key];
      if (chunk === undefined) throw new Error(`The build has no ${key}.`);
      if (files.has(chunk.file)) return;
      files.add(chunk.file);
      for (const style of chunk.css ?? []) files.add(style);
      chunk.imports?.forEach(load);
    };
    entries.forEach(load);
    return files;
  };
  const sizeOf = async (files: Iterable<string>): Promise<number> => {
    let size = 0;
    for (const file of files) size += gzipSync(await readFile(join(folder, 'desk', file)), { level: 9 }).length;
    return size / 1024;
  };

  it.each(BARS)('%s stays small', async (name, entries, bar) => {
    const size = await sizeOf(filesOf(entries));
    console.log(`${name}: ${size.toFixed(1)} KB of at most ${bar}`);
    expect(size).toBeLessThan(bar);
  });

  it('an editor adds no more than it must', async () => {
    const before = filesOf(BARS[0][1]);
    const size = await sizeOf([...filesOf(EDITOR)].filter((file) => !before.has(file)));
    console.log(`an editor: ${size.toFixed(1)} KB more, of at most ${EDITOR_BAR}`);
    expect(size).toBeLessThan(EDITOR_BAR);
  });

  it('has its hash in the name of every file that is kept for ever', () => {
    for (const { file } of Object.values(manifest)) expect(file).toMatch(/^assets\/.+-[\w-]{8}\.(js|css)$/);
  });
});
