import { defineConfig } from 'tsdown';
import { copyTemplates } from './copy-templates.ts';

export default defineConfig({
  entry: ['src/index.ts'],
  platform: 'node',
  target: 'node20',
  outExtensions: () => ({ js: '.js', dts: '.d.ts' }),
  dts: true,
  publint: true,
  hooks: { 'build:done': ({ options }) => copyTemplates(options.outDir) },
});
