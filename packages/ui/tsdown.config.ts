import { readFileSync } from 'node:fs';
import { defineConfig } from 'tsdown';
import { bundleStyles } from './build/bundle-styles.ts';

const { exports } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8')) as {
  readonly exports: Readonly<Record<string, { readonly '@colophon/source': string; readonly default: string }>>;
};
const scripts = Object.values(exports).filter(({ default: file }) => file.endsWith('.js'));

export default defineConfig({
  entry: Object.fromEntries(
    scripts.map(({ default: file, '@colophon/source': source }) => [file.slice('./dist/'.length, -'.js'.length), source]),
  ),
  // What content lets browsers have is a part of this package, which installs nothing of content.
  noExternal: ['@colophon/content/rendering'],
  platform: 'neutral',
  target: 'es2023',
  // package.json is the source of truth: `types` and `default` point at .d.ts and .js.
  outExtensions: () => ({ js: '.js', dts: '.d.ts' }),
  dts: true,
  publint: true,
  plugins: [
    {
      name: 'styles',
      generateBundle() {
        this.emitFile({ type: 'asset', fileName: 'styles.css', source: bundleStyles(new URL('./src/styles/index.css', import.meta.url)) });
      },
    },
  ],
});
