import { expect, it } from 'vitest';
import { formatFor } from '../state/text/format.ts';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { en } from './en.ts';

const keys = Object.keys(en).toSorted();

it('German says everything that English says, in other words where it can', () => {
  expect(Object.keys(de).toSorted()).toEqual(keys);
});

it('Arabic says nothing that English does not', () => {
  expect(Object.keys(ar).filter((key) => !keys.includes(key))).toEqual([]);
});

it('every message that is a text is not empty, and none carries markup', () => {
  for (const table of [en, de, ar]) {
    for (const [key, value] of Object.entries(table)) {
      if (typeof value !== 'string') continue;
      expect(value.trim(), key).not.toBe('');
      expect(value, key).not.toMatch(/[<>]/);
    }
  }
});

it('a message with arguments says them all', () => {
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
