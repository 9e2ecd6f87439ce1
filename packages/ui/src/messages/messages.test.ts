import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { formatFor } from '../state/text/format.ts';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { en } from './en.ts';

const keys = Object.keys(en).toSorted();

it.each([
  ['German', de],
  ['Arabic', ar],
])('%s says everything that English says, and nothing else', (_language, table) => {
  expect(Object.keys(table).toSorted()).toEqual(keys);
});

// Each family is a folder; governance has a second one for its definitions.
it.each([
  ['en', en],
  ['de', de],
  ['ar', ar],
])('%s contains every family of messages once', async (language, table) => {
  const files = globSync(`*/{*-,}${language}.ts`, { cwd: import.meta.dirname });
  const wanted = globSync('*/{*-,}en.ts', { cwd: import.meta.dirname }).map((file) => file.replace(/en\.ts$/, `${language}.ts`));
  expect(files.toSorted()).toEqual(wanted.toSorted());
  const families = new Map<string, string>();
  for (const file of files) {
    const [family = {}] = Object.values((await import(join(import.meta.dirname, file))) as Readonly<Record<string, object>>);
    for (const key of Object.keys(family)) {
      expect(families.get(key), `${key} is in two families`).toBeUndefined();
      families.set(key, file);
    }
    const missing = Object.keys(family).filter((key) => !Object.hasOwn(table, key));
    expect(missing, `${file} is not a part of ${language}.ts`).toEqual([]);
  }
});

it.each([
  ['German', de, /^(?:AI|Name|Text|Version|Status|Details|OK|Code|Link|Assistant|Web)/],
  ['Arabic', ar, /^$/],
])('%s is said in its own words', (_language, table, alike) => {
  const english = Object.entries(en).filter(([key, value]) => typeof value === 'string' && table[key as keyof typeof table] === value);
  expect(english.filter(([key, value]) => !alike.test(String(value)) && !key.startsWith('body.')).length).toBeLessThan(6);
});

it('Arabic has specific words for one and two, and contains all other numbers', () => {
  const format = formatFor('ar-u-nu-latn', 'UTC');
  const counted = [1, 2, 3, 11, 100].map((count) => ar['list.count']({ count }, format));
  expect(counted).toEqual(['مادة واحدة', 'مادتان', '3 مواد', '11 مادة', '100 مادة']);
});

it('messages are not empty and contain no markup', () => {
  for (const table of [en, de, ar]) {
    for (const [key, value] of Object.entries(table)) {
      if (typeof value !== 'string') continue;
      expect(value.trim(), key).not.toBe('');
      expect(value, key).not.toMatch(/[<>]/);
    }
  }
});

it('a message contains all of its arguments', () => {
  const format = formatFor('en', 'UTC');
  for (const table of [en, de, ar]) {
    for (const [key, value] of Object.entries(table)) {
      if (typeof value === 'string') continue;
      const asked: string[] = [];
      const given = new Proxy(
        {},
        { get: (_target, name) => (asked.push(String(name)), /count|number|total|index/.test(String(name)) ? 7 : `‹${String(name)}›`) },
      );
      const said = (value as (given: unknown, format: unknown) => string)(given, format);
      for (const name of asked) expect(said, key).toContain(/count|number|total|index/.test(name) ? '7' : `‹${name}›`);
      expect(asked.length, key).toBeGreaterThan(0);
    }
  }
});
