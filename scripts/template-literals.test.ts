import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'template-literals-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Texts of attackers, who write placeholders of every language. */
const ON_PURPOSE = ['packages/pictures/src/cards/headline-card.test.ts', 'packages/ui/test/stories/hostile.ts'];

/** The files with a placeholder in a string that is no template. */
function filesWithPlaceholders(...paths: string[]): string[] {
  const args = ['-A', 'all', '-D', 'no-template-curly-in-string', '--format=json', ...paths];
  const { stdout } = spawnSync(join(ROOT, 'node_modules/.bin/oxlint'), args, { cwd: ROOT, encoding: 'utf8' });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] };
  return diagnostics.filter(({ code }) => code.includes('no-template-curly-in-string')).map(({ filename }) => filename);
}

it('no message shows a placeholder, since a quoted string does not fill it in', () => {
  const files = filesWithPlaceholders('packages', 'apps', 'scripts', 'bench', 'examples');
  expect(files.filter((file) => !ON_PURPOSE.includes(file))).toEqual([]);
});

it('is found in both kinds of quotes', () => {
  const file = join(folder, 'messages.ts');
  writeFileSync(file, `export const messages = ['link \${name}', "link \${name}", \`link \${name}\`];\n`);
  expect(filesWithPlaceholders(file)).toHaveLength(2);
});
