import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { argv, pid } from 'node:process';
import { build, type Plugin } from 'vite';

const HERE = import.meta.dirname;

/** Writes what is not ASCII as escapes, which the minifier has resolved: a stylesheet then looks the same in whatever encoding it is read. */
const asciiStyles: Plugin = {
  name: 'ascii-styles',
  enforce: 'post',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue;
      const css = typeof file.source === 'string' ? file.source : Buffer.from(file.source).toString('utf8');
      // A space ends an escape, and is part of it.
      file.source = css.replaceAll(/[^\0-\x7f]/gu, (character) => `\\${character.codePointAt(0)?.toString(16)} `);
    }
  },
};

/**
 * Builds the desk and the portal: scripts and styles with their hash in their names, and `manifest.json`, by which the server
 * knows which belong to which page. They are built beside the folder and then moved there, so that nobody is served half a build.
 *
 * @param folder where they go; what stood there is removed
 */
export async function buildDesk(folder: string): Promise<void> {
  const beside = `${folder}.${pid}`;
  const mode = process.env['NODE_ENV'];
  // In a test run it is `test`, for which React would be built as for development.
  process.env['NODE_ENV'] = 'production';
  try {
    await build({
      configFile: false,
      root: HERE,
      base: '/desk/',
      plugins: [asciiStyles],
      logLevel: 'error',
      resolve: { conditions: ['@colophon/source', 'browser', 'module', 'import', 'default'], dedupe: ['react', 'react-dom'] },
      build: {
        outDir: beside,
        emptyOutDir: true,
        manifest: 'manifest.json',
        modulePreload: { polyfill: false },
        // Browsers that know `light-dark()`: it is not to be written out for others.
        cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
        assetsInlineLimit: 0,
        // The editor's surface and the pipeline for Markdown are large and loaded when they are needed.
        chunkSizeWarningLimit: 1000,
        rolldownOptions: { input: { desk: join(HERE, 'src/desk.tsx'), portal: join(HERE, 'src/portal.tsx') } },
      },
    });
    mkdirSync(dirname(folder), { recursive: true });
    rmSync(folder, { recursive: true, force: true });
    renameSync(beside, folder);
  } finally {
    rmSync(beside, { recursive: true, force: true });
    if (mode === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = mode;
  }
}

const asked = argv[1] !== undefined && resolve(argv[1]) === import.meta.filename;
if (asked) await buildDesk(resolve(argv[2] ?? join(HERE, '../dist/desk')));
