import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const FOLDER = join(import.meta.dirname, '../docs/decisions');
const pages = readdirSync(FOLDER).filter((name) => name !== 'README.md');

describe('decision records', () => {
  it('are numbered without a gap, and listed with their titles', () => {
    const listed = pages.map((name, at) => {
      expect(name).toMatch(new RegExp(`^${String(at + 1).padStart(4, '0')}-[a-z0-9-]+\\.md$`));
      const [, title] = /^# (.+)$/m.exec(readFileSync(join(FOLDER, name), 'utf8')) ?? [];
      return `- [${title}](${name})`;
    });
    expect(readFileSync(join(FOLDER, 'README.md'), 'utf8')).toContain(listed.join('\n'));
  });

  it.each(pages)('%s says what was asked, decided and left out, and what would change it', (name) => {
    const page = readFileSync(join(FOLDER, name), 'utf8');
    for (const part of ['Asked', 'Decided', 'Left out', 'What would change it']) expect(page).toContain(`**${part}.**`);
  });
});
