import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { settingNames } from '@colophon/app';
import { Toolbox } from '@colophon/core/mcp';
import { expectComplete } from '@colophon/core/testing';
import { describe, expect, it } from 'vitest';
import { NEWSROOM_SETTINGS } from './config/load-config.ts';
import { NEWSROOM } from './config/newsroom.ts';
import { newsroomTable } from './server/objects.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const PAGES = ['README.md', 'CONTRIBUTING.md', ...readdirSync(join(ROOT, 'docs')).map((page) => `docs/${page}`)].filter((page) =>
  page.endsWith('.md'),
);
const textOf = (page: string): string => readFileSync(join(ROOT, page), 'utf8');

describe('the docs', () => {
  it.each(PAGES)('%s names existing tools only', async (page) => {
    const table = newsroomTable();
    const listed = await new Toolbox(table).listFor({ kind: 'system', id: null, name: null, tenantId: null, role: null });
    const tools = new Set(listed.map(({ name }) => name));
    const owners = new Set([...tools].map((name) => name.split('_')[0] ?? ''));
    const tables = new Set(table.schema.map(({ name }) => name));
    const columns = new Set(table.schema.flatMap((each) => each.columns.map(({ name }) => name)));
    // In a text that names the surface: `tag_list`; in a block of commands: tool tag_list.
    const named = [...textOf(page).matchAll(/(?:`|\btool )([a-z][a-z-]*_[a-z][a-z_-]*)\b/g)].map(([, name = '']) => name);
    const wrong = named.filter(
      (name) => owners.has(name.split('_')[0] ?? '') && !tools.has(name) && !tables.has(name) && !columns.has(name),
    );
    // The rest may be error codes, which appear in the source as string literals.
    expect(wrong.filter((name) => !sources().includes(`'${name}'`))).toEqual([]);
  });

  it('docs/newsroom.md has every setting in its table, and no other', () => {
    const rows = sectionOf('docs/newsroom.md', 'Configuration').matchAll(/^\|([^|]+)\|/gm);
    const documented = [...rows].flatMap(([, names = '']) => [...names.matchAll(/`([A-Z][A-Z\d_*]+)`/g)].map(([, name = '']) => name));
    expectComplete('the table of settings', [...settingNames(NEWSROOM), ...NEWSROOM_SETTINGS], documented, {
      'LIB_AI_*': 'is read by the AI library, which names its own settings',
    });
  });

  it('docs/content.md names the page of every capability of content', () => {
    const rows = sectionOf('docs/content.md', 'In an application').matchAll(/^\| `([a-z/-]+)` +\| \[/gm);
    const folders = readdirSync(join(ROOT, 'packages/content/src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('/capability.ts'))
      .map((file) => dirname(file));
    expectComplete(
      'the table of capabilities',
      folders,
      [...rows].map(([, folder = '']) => folder),
      { record: 'is the interface of a capability' },
    );
  });

  // Content and the readers name their codes by the hundred, most of them reasons of a single field or file.
  it('name every error code of core, identity, mail and tags', () => {
    const thrown = sourceFiles()
      .filter((file) => /^(?:core|identity|mail|tags)\/src\//.test(file) && !file.includes('/testing/'))
      .flatMap((file) => errorCodesIn(readFileSync(join(ROOT, 'packages', file), 'utf8')));
    const text = PAGES.map(textOf).join('\n');
    expectComplete(
      'the docs',
      thrown,
      thrown.filter((code) => new RegExp(`\`(?:\\d{3} )?${code}\``).test(text)),
    );
  });

  it.each(PAGES)('%s links to existing pages and headings only', (page) => {
    const links = [...textOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link).filter((link) => !/^[a-z]+:/.test(link));
    const broken = links.filter((link) => {
      const [path = '', heading] = link.split('#');
      const target = path === '' ? page : join(dirname(page), path);
      try {
        if (heading === undefined) return !exists(target);
        return !headingsOf(textOf(target)).includes(heading);
      } catch {
        return true;
      }
    });
    expect(broken).toEqual([]);
  });
});

/** The text of a section of the second level. */
function sectionOf(page: string, heading: string): string {
  const [, section = ''] = textOf(page).split(`\n## ${heading}\n`);
  return section.split('\n## ')[0] ?? '';
}

let source: string | undefined;
function sources(): string {
  source ??= sourceFiles()
    .map((file) => readFileSync(join(ROOT, 'packages', file), 'utf8'))
    .join('\n');
  return source;
}

function sourceFiles(): string[] {
  return readdirSync(join(ROOT, 'packages'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => /^[^/]+\/src\/.*\.ts$/.test(file) && !file.endsWith('.test.ts'),
  );
}

/** The codes of the errors that a source file throws: defaults of classes, and `code` in a `new …Error(…)`, but not those of faults of fields. */
function errorCodesIn(text: string): string[] {
  const defaults = [...text.matchAll(/\bsuper\(\s*\d{3},[^;]*?'([a-z_]+)'/g)];
  const thrown = [...text.matchAll(/new [A-Z]\w+Error\([^;]*/g)].flatMap(([statement]) => [
    ...statement.replaceAll(/errors: \[[^;]*\]/g, '').matchAll(/\bcode: '([a-z_]+)'/g),
  ]);
  return [...defaults, ...thrown].map(([, code = '']) => code);
}

function exists(path: string): boolean {
  const name = path.replace(/\/$/, '').split('/').at(-1) ?? '';
  return readdirSync(join(ROOT, dirname(path.replace(/\/$/, '')))).includes(name);
}

/** The anchors of a page's headings, as Markdown renderers generate them. */
function headingsOf(text: string): string[] {
  const prose = text.replaceAll(/^```[\s\S]*?^```/gm, '');
  return [...prose.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-'),
  );
}
