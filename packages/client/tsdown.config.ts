import { defineConfig } from 'tsdown';

const shared = {
  target: 'es2023',
  // package.json is the source of truth: `types` and `default` point at .d.ts and .js.
  outExtensions: () => ({ js: '.js', dts: '.d.ts' }),
  dts: true,
} as const;

export default defineConfig([
  { ...shared, entry: ['src/index.ts'], platform: 'neutral' },
  { ...shared, entry: { types: 'src/types/index.ts' }, platform: 'node', clean: false, publint: true },
]);
