import { createHash, randomUUID } from 'node:crypto';
import { globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Rolldown } from 'vite';

const ROOT = join(import.meta.dirname, '../../../..');
const STORIES = join(import.meta.dirname, '../stories');
const BUNDLES = join(ROOT, 'node_modules/.cache/colophon-stories');
const SOURCE_CONDITIONS = ['@colophon/source', 'browser', 'module', 'import', 'default'];

/** Everything that is built into the stories, or says how. */
const SOURCES = [
  'packages/ui/src/**/*.{ts,tsx,css}',
  'packages/ui/test/stories/*',
  'packages/{client,contract}/src/**/*.ts',
  'packages/content/src/rendering/*.ts',
  'packages/{ui,client,contract}/package.json',
  'packages/ui/test/browser/build-stories.ts',
  'package-lock.json',
];

/**
 * Builds the stories for the browser, or takes what was built of the same sources before.
 *
 * @returns the folder of the files; `entry.js` and `entry.css` are what a page loads
 */
export async function buildStories(): Promise<string> {
  const folder = join(BUNDLES, hashOfSources());
  if (globSync(join(folder, 'entry.js')).length > 0) return folder;
  const unfinished = `${folder}.${randomUUID()}`;
  mkdirSync(unfinished, { recursive: true });
  for (const part of (await bundle()).output)
    writeFileSync(join(unfinished, part.fileName), part.type === 'chunk' ? part.code : part.source);
  for (const old of readdirSync(BUNDLES))
    if (join(BUNDLES, old) !== unfinished) rmSync(join(BUNDLES, old), { recursive: true, force: true });
  renameSync(unfinished, folder);
  return folder;
}

function hashOfSources(): string {
  const hash = createHash('sha256');
  for (const file of globSync(SOURCES, { cwd: ROOT }).toSorted()) {
    if (/\.test\.tsx?$/.test(file)) continue;
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(ROOT, file)))
      .update('\0');
  }
  return hash.digest('hex').slice(0, 32);
}

async function bundle(): Promise<Rolldown.RolldownOutput> {
  // A test run is `test`, for which JSX would be compiled as for development.
  const mode = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    return (await build({
      configFile: false,
      root: STORIES,
      logLevel: 'error',
      resolve: { conditions: SOURCE_CONDITIONS },
      build: {
        write: false,
        minify: false,
        cssCodeSplit: false,
        rolldownOptions: {
          input: join(STORIES, 'show.tsx'),
          output: {
            entryFileNames: 'entry.js',
            chunkFileNames: '[name]-[hash].js',
            assetFileNames: ({ names }) => (names[0]?.endsWith('.css') ? 'entry.css' : '[name]-[hash][extname]'),
          },
        },
      },
      define: { 'process.env.NODE_ENV': '"production"' },
    })) as Rolldown.RolldownOutput;
  } finally {
    process.env['NODE_ENV'] = mode;
  }
}
