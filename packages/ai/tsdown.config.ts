import { defineConfig } from 'tsdown';

const shared = {
  entry: { index: 'src/index.ts', 'testing/index': 'src/testing/index.ts' },
  platform: 'node',
  target: 'node22',
  // package.json is the source of truth: `types` and `default` point at .d.ts and .js.
  outExtensions: () => ({ js: '.js', dts: '.d.ts' }),
} as const;

export default defineConfig([
  {
    ...shared,
    // One file for all of it: finding and reading thirty is half of what an import took. The vendors' packages stay outside
    // and are loaded on first use. The comments are in the declarations. A single character beyond Latin-1 would make V8 hold and
    // scan the whole file as two-byte text, so such characters are written as escapes.
    outputOptions: { charset: 'ascii', comments: false, codeSplitting: { groups: [{ name: 'colophon-ai', test: /\/ai\/src\// }] } },
    // The loaders of the table do not part code that is in one file on purpose.
    inputOptions: { checks: { ineffectiveDynamicImport: false } },
    dts: false,
  },
  { ...shared, clean: false, dts: { emitDtsOnly: true }, publint: true },
]);
