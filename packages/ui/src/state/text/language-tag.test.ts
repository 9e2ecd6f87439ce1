import { expect, it } from 'vitest';
import { languageTag } from './language-tag.ts';

it.each([
  ['pt-br', 'pt-BR'],
  ['ar', 'ar'],
  ['" onmouseover="x', undefined],
  ['', undefined],
  [null, undefined],
])('%j is spoken as %j', (text, tag) => {
  expect(languageTag(text)).toBe(tag);
});
