import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { defineConfig, type UserConfig } from 'tsdown';
import { CHUNK_GROUPS } from '../../packages/app-cli/chunk-groups.ts';
import { buildCheck } from './check/build.ts';
import { buildDesk } from './desk/build.ts';
import { bundleStylesheet } from './src/pages/stylesheet.ts';

const packages = join(import.meta.dirname, '../../packages');
// Entries of worker threads stand beside the bundle, where `workerUrl` looks for them; not those that only tests start.
const workers = readdirSync(packages, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('-thread-entry.ts') && !/\/(?:node_modules|testing)\//.test(file),
);

/** An escape means the same in strings, templates, patterns and names; only in a template that is read raw it does not. */
function escapeNonAscii(code: string): string {
  if (/String\.raw`[^`]*[^\0-\x7f]/.test(code)) throw new Error('A raw template has a character that is not ASCII; write it as a string.');
  return code.replaceAll(/[^\0-\x7f]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const shared = {
  platform: 'node',
  target: 'node22.19',
  outExtensions: () => ({ js: '.js' }),
  deps: { alwaysBundle: [/./] },
  inputOptions: { resolve: { conditionNames: ['@colophon/source', 'node'] } },
  sourcemap: true,
  dts: false,
} as const;

// Newsroom with everything it stands on in a few files: from source it is 900 modules, which take longer to find and to
// read than to run. What is loaded on first use from source stays apart, so that it is loaded on first use here too.
const newsroom: UserConfig = {
  ...shared,
  entry: {
    newsroom: 'bin/run.js',
    ...Object.fromEntries(workers.map((file) => [basename(file, '.ts'), join(packages, file)])),
  },
  // React is then the one that does not look for mistakes of those who write components.
  define: { 'process.env.NODE_ENV': '"production"' },
  // Two classes of one name must not become another one: collections are called after their classes.
  // Comments would be kept in memory with the code; those of licences stay.
  outputOptions: { keepNames: true, comments: { legal: true, annotation: false, jsdoc: false } },
  // The script of the pages for passkeys, which browsers are sent as it is.
  copy: { from: '../../node_modules/@simplewebauthn/browser/dist/bundle/index.umd.min.js', rename: 'simplewebauthn-browser.js' },
  plugins: [
    {
      name: 'ascii',
      // One character above U+00FF, and V8 keeps the text of the whole file at two bytes a character: 4 MB for what every start loads.
      generateBundle(_options, bundle) {
        for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = escapeNonAscii(file.code);
      },
    },
    {
      name: 'styles',
      generateBundle() {
        this.emitFile({
          type: 'asset',
          fileName: 'readers.css',
          source: bundleStylesheet(pathToFileURL(join(packages, 'ui/src/styles/index.css'))),
        });
      },
    },
  ],
  // The desk and the page that checks a piece, which the server answers with, stand beside it.
  hooks: {
    'build:done': async ({ options }) => {
      await buildDesk(join(options.outDir, 'desk'));
      await buildCheck(join(options.outDir, 'check/colophon-check.html'));
    },
  },
};

// The command line for users is as small as the published `@colophon/app-cli`, and split in the same way: a command starts with two files.
const cli: UserConfig = {
  ...shared,
  entry: { 'newsroom-cli': 'bin/run-cli.js' },
  outputOptions: { comments: { legal: true, annotation: false, jsdoc: false }, codeSplitting: { groups: CHUNK_GROUPS } },
  minify: { compress: true, mangle: false, codegen: true },
  // Newsroom's own build has emptied the folder.
  clean: false,
};

export default defineConfig([newsroom, cli]);
