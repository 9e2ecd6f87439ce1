import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: ['src/index.ts', 'src/testing/index.ts'],
  platform: 'node',
  target: 'node22.19',
  // package.json is the source of truth: `types` and `default` point at .d.ts and .js.
  outExtensions: () => ({ js: '.js', dts: '.d.ts' }),
  dts: true,
  publint: true,
});
