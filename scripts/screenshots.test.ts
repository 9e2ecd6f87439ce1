import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LARGEST_SCREENSHOT, SCREENSHOTS } from './screenshot-table.ts';

const root = join(import.meta.dirname, '..');

it.each(SCREENSHOTS)('the README shows $name with its alternative text', ({ name, alt }) => {
  expect(readFileSync(join(root, 'README.md'), 'utf8')).toContain(`![${alt}](docs/images/${name}.png)`);
  expect(statSync(join(root, 'docs/images', `${name}.png`)).size).toBeLessThan(LARGEST_SCREENSHOT);
});
