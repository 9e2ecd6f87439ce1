import { expect, it } from 'vitest';
import { WordCounter } from './count-words.ts';

const count = (text: string, language?: string) => new WordCounter(language).count(text, { signal: new AbortController().signal });

it('counts words in any script, and no marks of Markdown', async () => {
  expect(await count('## The *council*\n\n- met, on “Monday”.')).toBe(5);
  expect(await count('اجتمع المجلس يوم الاثنين', 'ar')).toBe(4);
  expect(await count('今日は良い天気です', 'ja')).toBeGreaterThan(3);
  expect(await count('')).toBe(0);
});

it('counts again what has changed', async () => {
  const counter = new WordCounter('en');
  const { signal } = new AbortController();
  expect(await counter.count('one two\nthree', { signal })).toBe(3);
  expect(await counter.count('one two\nthree four\none two', { signal })).toBe(6);
});

it('lets the page answer while it counts a long text, and stops when the text has changed', async () => {
  const control = new AbortController();
  const text = Array.from({ length: 20_000 }, (_, index) => `line ${index} of a long text`).join('\n');
  let turns = 0;
  const timer = setInterval(() => (turns += 1));
  const counting = new WordCounter('en').count(text, { signal: control.signal });
  expect(await counting).toBe(120_000);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(0);
  const aborted = new WordCounter('en').count(text, { signal: control.signal });
  control.abort();
  expect(await aborted).toBeNull();
});
