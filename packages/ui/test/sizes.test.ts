import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { describe, expect, it } from 'vitest';
import { bundleStyles } from '../build/bundle-styles.ts';

const SOURCE = join(import.meta.dirname, '../src');

/** KB, gzipped, of what a page loads at once with a subpath; React is the host's own. */
const BARS = [
  ['.', 'index.ts', 8, 'all'],
  ['./state', 'state/index.ts', 24, 'all'],
  // Of these, 1.6 are the English words of the account, and 0.1 the focal points of pictures.
  ['./reading', 'components/reading/index.ts', 6.8, 'all'],
  // Without the libraries that it stands on, which a page with another family has anyway.
  // Of these, 0.4 open the pictures of a piece, and tell what readers do not see of them yet.
  ['./content', 'components/content/index.ts', 55.5, 'own'],
  ['./governance', 'components/governance/index.ts', 30, 'own'],
  ['./contributions', 'components/contributions/index.ts', 25, 'own'],
  ['./chat', 'components/chat/index.ts', 15, 'own'],
  ['./comments', 'components/comments/index.ts', 18, 'own'],
  ['./trash', 'components/trash/index.ts', 12, 'own'],
  ['./controls', 'components/controls/index.ts', 12, 'own'],
  ['./body', 'components/body/index.ts', 130, 'all'],
  // What a text loads when it has need of it, without the editing surface that is there by then.
  ['the live view', 'components/body/live/live-view.ts', 12, 'own'],
  ['tables', 'components/body/live/tables/tables.ts', 8, 'own'],
  ['footnotes', 'components/body/live/footnotes.ts', 8, 'own'],
  ['the menu of blocks', 'components/body/live/slash/slash-menu.ts', 8, 'own'],
  ['the outline', 'components/body/outline/OutlinePanel.tsx', 8, 'own'],
  ['./markdown', 'components/markdown/index.ts', 100, 'all'],
] as const satisfies readonly (readonly [string, string, number, 'all' | 'own'])[];

/** What a page loads at once, without what is loaded when it is needed. */
async function sizeOf(entry: string, what: 'all' | 'own' = 'all'): Promise<number> {
  const mode = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  const { output } = (await build({
    configFile: false,
    logLevel: 'error',
    root: SOURCE,
    resolve: { conditions: ['@colophon/source', 'browser', 'module', 'import', 'default'] },
    build: {
      write: false,
      minify: true,
      modulePreload: false,
      rolldownOptions: {
        input: join(SOURCE, entry),
        preserveEntrySignatures: 'strict',
        external: [
          /^react($|\/)/,
          /^react-dom($|\/)/,
          ...(what === 'own' ? [/^@(?:tanstack|codemirror|lezer)\//, /^node-diff3$/, /^openapi-fetch$/] : []),
        ],
      },
    },
  }).then((built) => (Array.isArray(built) ? built[0] : built))) as Rolldown.RolldownOutput;
  process.env['NODE_ENV'] = mode;
  const chunks = new Map(output.flatMap((each) => (each.type === 'chunk' ? [[each.fileName, each] as const] : [])));
  const loaded = new Set<string>();
  const waiting = [...chunks.values()].filter((chunk) => chunk.isEntry).map((chunk) => chunk.fileName);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (loaded.has(name)) continue;
    loaded.add(name);
    waiting.push(...(chunks.get(name)?.imports ?? []).filter((each) => chunks.has(each)));
  }
  return gzipSync([...loaded].map((name) => chunks.get(name)?.code ?? '').join('\n')).length / 1024;
}

describe('the size of a page’s downloads', () => {
  it.each(BARS)('%s stays small', async (_subpath, entry, bar, what) => {
    const size = await sizeOf(entry, what);
    console.log(`${entry}: ${size.toFixed(1)} KB of at most ${bar}`);
    expect(size).toBeLessThan(bar);
  });

  it('the stylesheet stays small', () => {
    const size = gzipSync(bundleStyles(new URL('../src/styles/index.css', import.meta.url))).length / 1024;
    console.log(`styles.css: ${size.toFixed(1)} KB of at most 14`);
    expect(size).toBeLessThan(14);
  });
});
