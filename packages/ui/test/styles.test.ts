import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundleStyles } from '../build/bundle-styles.ts';

const SOURCE = join(import.meta.dirname, '../src');
const files = globSync('**/*.css', { cwd: SOURCE }).filter((file) => file !== 'styles/index.css');

describe.each(files)('%s', (file) => {
  const css = readFileSync(join(SOURCE, file), 'utf8').replaceAll(/\/\*[^]*?\*\//g, '');

  it('is in the layer of the components, so that a host’s own rules take precedence', () => {
    expect(css.trim()).toMatch(/^@layer colophon \{[^]*\}$/);
    expect(css).not.toContain('!important');
  });

  it('only selects elements of the components', () => {
    const selectors = [...css.matchAll(/([^{};]+)\{/g)].map(([, head = '']) => head.trim()).filter((head) => !head.startsWith('@'));
    for (const selector of selectors.flatMap((head) => head.split(/,(?![^(]*\))/)).map((each) => each.trim()))
      expect(selector).toMatch(/^\.colo-|^(?:from|to|\d+%)$/);
  });

  it('uses logical properties only, so that one stylesheet works in both directions', () => {
    expect(css).not.toMatch(
      /[\s{;](?:margin|padding|border)-(?:left|right)|[\s{;](?:left|right):|text-align:\s*(?:left|right)|[\s{;]float:/,
    );
    // An inner shadow that is moved sideways marks the same side in both directions.
    expect(css).not.toMatch(/box-shadow:[^;]*inset\s+(?!0\b)\S/);
  });
});

it('the stylesheet includes every style file', () => {
  const bundle = bundleStyles(new URL('../src/styles/index.css', import.meta.url));
  for (const file of files) {
    const rule = /(\.colo-[a-z-]+[^{},]*)[,{]/.exec(readFileSync(join(SOURCE, file), 'utf8'))?.[1]?.trim() ?? '?';
    expect(bundle, file).toContain(rule);
  }
});

it('the stylesheet is ASCII, since nothing says what encoding a host serves it in', () => {
  const bundle = bundleStyles(new URL('../src/styles/index.css', import.meta.url));
  expect(bundle.match(/[^\s -~]/gu)).toBeNull();
  expect(bundle).toContain(String.raw`content: ' \25be'`);
});
