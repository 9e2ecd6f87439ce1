import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const PAGE = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
const [, recipes = ''] = /## How to add\n([^]*?)\n## /.exec(PAGE) ?? [];

describe('CONTRIBUTING', () => {
  it('says how to add each of what grows here', () => {
    const named = [...recipes.matchAll(/^- \*\*(.+?)\.\*\*/gm)].map(([, name]) => name);
    expect(named).toEqual([
      'An object',
      'A field type',
      'A capability of content',
      'An AI vendor',
      'A command',
      'A view of the desk',
      'An event',
      'A setting',
      'A port',
    ]);
  });

  it('names files and folders that are there', () => {
    const paths = [...recipes.matchAll(/`((?:packages|apps|scripts|docs)\b[^`\s]*|rooms\.json)`/g)].map(([, path]) => path ?? '');
    expect(paths.length).toBeGreaterThan(12);
    expect(paths.filter((path) => !existsSync(join(ROOT, path)) && globSync(path, { cwd: ROOT }).length === 0)).toEqual([]);
  });
});
