import { defineConfig } from 'tsdown';
import { newsroomTypes } from './newsroom-types.ts';

const shared = {
  target: 'es2023',
  // package.json is the source of truth: `types` and `default` point at .d.ts and .js.
  outExtensions: () => ({ js: '.js', dts: '.d.ts' }),
  dts: true,
} as const;

export default defineConfig([
  { ...shared, entry: ['src/index.ts'], platform: 'neutral' },
  { ...shared, entry: { newsroom: 'src/newsroom.ts' }, platform: 'neutral', clean: false, dts: false, plugins: [newsroomTypes()] },
  { ...shared, entry: { types: 'bin/types.ts' }, platform: 'node', clean: false, publint: true },
]);
