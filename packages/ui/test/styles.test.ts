import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundleStyles } from '../build/bundle-styles.ts';

const SOURCE = join(import.meta.dirname, '../src');
const files = globSync('**/*.css', { cwd: SOURCE }).filter((file) => file !== 'styles/index.css');

describe.each(files)('%s', (file) => {
  const css = readFileSync(join(SOURCE, file), 'utf8').replaceAll(/\/\*[^]*?\*\//g, '');

  it('stands in the layer of the components, so that a host’s own rules win', () => {
    expect(css.trim()).toMatch(/^@layer colophon \{[^]*\}$/);
    expect(css).not.toContain('!important');
  });

  it('speaks of nothing but what the components rendered', () => {
    const selectors = [...css.matchAll(/([^{};]+)\{/g)].map(([, head = '']) => head.trim()).filter((head) => !head.startsWith('@'));
    for (const selector of selectors.flatMap((head) => head.split(/,(?![^(]*\))/)).map((each) => each.trim()))
      expect(selector).toMatch(/^\.colo-|^(?:from|to|\d+%)$/);
  });

  it('has no left and no right, so that one sheet serves both directions', () => {
    expect(css).not.toMatch(
      /[\s{;](?:margin|padding|border)-(?:left|right)|[\s{;](?:left|right):|text-align:\s*(?:left|right)|[\s{;]float:/,
    );
    // An inner shadow that is moved sideways marks the same side in both directions.
    expect(css).not.toMatch(/box-shadow:[^;]*inset\s+(?!0\b)\S/);
  });
});

it('the stylesheet holds every file of styles', () => {
  const bundle = bundleStyles(new URL('../src/styles/index.css', import.meta.url));
  for (const file of files) {
    const rule = /(\.colo-[a-z-]+[^{},]*)[,{]/.exec(readFileSync(join(SOURCE, file), 'utf8'))?.[1]?.trim() ?? '?';
    expect(bundle, file).toContain(rule);
  }
});
