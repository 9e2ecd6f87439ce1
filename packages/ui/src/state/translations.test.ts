import { expect, it } from 'vitest';
import { fakeClient } from '../testing/fake-client.ts';
import { languageToMark, readTranslations } from './translations.ts';

it('labels a piece in another language than the publication, or in several', () => {
  const both = [{ contentId: '1' }, { contentId: '2' }];
  expect(languageToMark({ language: 'de' }, 'en')).toBe('de');
  expect(languageToMark({ language: 'en', translations: both }, 'en')).toBe('en');
  expect(languageToMark({ language: 'en-GB' }, 'en')).toBe(null);
  expect(languageToMark({ language: null, translations: both }, 'en')).toBe(null);
  expect(languageToMark({ language: 'de' }, null)).toBe(null);
});

it('reads the languages of a piece, without invalid entries', async () => {
  const items = [{ contentId: '1', language: 'en' }, { contentId: 7, language: 'de' }, 'nonsense'];
  const read = await readTranslations(
    fakeClient(() => ({ items })),
    '1',
    new AbortController().signal,
  );
  expect(read).toEqual([{ contentId: '1', language: 'en' }]);
});
