import type { Database } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { admin, editor, type Newsroom, newsroomIn } from '../../test/support.ts';
import { readProposal } from '../chat/propose-tool.ts';
import { mirroredValues } from '../mirror/mirrored-values.ts';
import { stringToContent } from '../index.ts';
import { canonicalLanguage, statedLanguage } from './language.ts';

const NOT_TAGS = [
  'English',
  'german',
  'de_DE',
  'en-',
  'x-mine',
  'de-x-mine',
  'en-u-ca-buddhist',
  'de\0',
  '../de',
  'a',
  '日本語',
  'a'.repeat(40),
];

describe('a language tag', () => {
  it.each([
    ['en', 'en'],
    ['PT-br', 'pt-BR'],
    ['ZH-hant-tw', 'zh-Hant-TW'],
    ['de-1996', 'de-1996'],
    ['iw', 'he'],
  ])('%s is stored as %s', (given, canonical) => expect(canonicalLanguage(given)).toBe(canonical));

  it.each([...NOT_TAGS, 'de-1996-1996', ''])('is not %j', (given) => expect(canonicalLanguage(given)).toBeUndefined());

  it('of another system may have an underscore', () =>
    expect([' pt_br ', 'English', '', null].map(statedLanguage)).toEqual(['pt-BR', null, null, null]));
});

describeOnEveryDatabase('the language of a record', (open) => {
  let newsroom: Newsroom;
  let database: Database;
  const as = editor('gazette');
  beforeAll(async () => {
    database = await open();
    newsroom = await newsroomIn(database);
  });

  const run = (id: string, key: string | undefined, input: object = {}, caller = as) =>
    newsroom.run(id, { as: caller, ...(key !== undefined && { key }), input });
  const make = async (language: unknown): Promise<string> =>
    String((await run('contents.create', undefined, { type: 'note', title: 'Weather', language })).value['id']);
  const languageIn = async (key: string) => (await run('contents.get', key)).value['language'];
  /** A record from before languages had to be tags. */
  const makeOld = async (): Promise<string> => {
    const key = await make('en');
    await database.run(database.dialect.builder.updateTable('contents').set({ language: 'English' }).where('id', '=', key).compile());
    return key;
  };

  it('is stored in its canonical form, and nothing is none', async () => {
    for (const [given, stored] of [
      ['PT-br', 'pt-BR'],
      [' de ', 'de'],
      ['', null],
      [null, null],
    ] as const)
      expect(await languageIn(await make(given))).toBe(stored);
    const key = await make('en');
    await run('contents.update', key, { language: 'EN-us' });
    expect(await languageIn(key)).toBe('en-US');
  });

  it.each(NOT_TAGS.filter((text) => !text.includes('\0') && text.length <= 35))(
    'is not %j, with the field and the remedy',
    async (language) => {
      const key = await make('en');
      const upsert = { slug: 'weather', title: 'Weather', type: 'note', language };
      for (const answer of [
        await run('contents.create', undefined, { type: 'note', title: 'Weather', language }),
        await run('contents.update', key, { language }),
        await run('contents.upsert', undefined, upsert, admin('gazette')),
      ])
        expect([answer.status, answer.error?.errors]).toEqual([
          422,
          [{ pointer: '/language', code: 'not_a_language', detail: 'must be a language tag such as en, pt-BR or zh-Hant, or null' }],
        ]);
      expect(await languageIn(key)).toBe('en');
    },
  );

  it('stays as it is in a record from before, until it is changed', async () => {
    const key = await makeOld();
    expect((await run('contents.update', key, { title: 'Storm' })).value).toMatchObject({ title: 'Storm', language: 'English' });
    expect((await run('contents.update', key, { title: 'Gale', language: 'English' })).value).toMatchObject({ language: 'English' });
    expect((await run('contents.update', key, { status: 'published' })).status).toBe(200);
    expect((await run('contents.update', key, { language: 'German' })).status).toBe(422);
    expect((await run('contents.update', key, { language: 'de' })).value).toMatchObject({ language: 'de' });
  });

  it('from before is left out where a record is copied or restored', async () => {
    const key = await makeOld();
    const version = String((await run('contents.mutateVersionAction', key)).value['id']);
    expect((await run('contents.duplicateAction', key)).value).toMatchObject({ title: 'Weather', language: null });
    await run('contents.update', key, { title: 'Storm', language: 'de' });
    expect((await run('contents.restoreVersion', key, { versionId: version })).value).toMatchObject({ title: 'Weather', language: 'de' });

    const removed = await makeOld();
    await run('contents.delete', removed, {}, admin('gazette'));
    const { items } = await run('content-trash.list', undefined, { where: { contentId: removed } }, admin('gazette'));
    expect((await run('content-trash.restoreAction', String(items[0]?.['id']))).status).toBe(200);
    expect(await languageIn(removed)).toBeNull();
  });
});

describe('a language from elsewhere', () => {
  it('is read from Markdown; any other text is kept beside it', () => {
    expect(stringToContent('---\ntitle: A\nlanguage: pt_br\n---\n')).toMatchObject({ language: 'pt-BR' });
    const other = stringToContent('---\ntitle: A\nlanguage: English\n---\n');
    expect(other.language).toBeUndefined();
    expect(other.metadata).toMatchObject({ frontMatter: { language: 'English' } });
  });

  it('is read from a page that is mirrored, or left out', async () => {
    const taken = { url: 'https://page.example/', sha256: '', mimeType: 'text/plain' };
    const page = {
      title: 'A',
      siteName: null,
      byline: null,
      publishedTime: null,
      excerpt: null,
      html: null,
      text: 'x',
      isTruncated: false,
    };
    const languageOf = async (language: string | null) =>
      (await mirroredValues(taken as never, { ...page, language } as never, '2026-05-01T08:00:00Z')).language;
    expect(await Promise.all(['EN-us', 'English', null].map(languageOf))).toEqual(['en-US', null, null]);
  });

  it('is proposed by an assistant as a tag alone', () => {
    const shown = { title: 'A', description: null, body: '', category: null, tags: [], language: null };
    const proposed = (value: unknown) =>
      readProposal(JSON.stringify({ changes: [{ field: 'language', value }], reason: '' }), shown as never)?.changes[0];
    expect(proposed('PT-br')).toMatchObject({ field: 'language', value: 'pt-BR' });
    expect(proposed(null)).toMatchObject({ value: null });
    expect([proposed('Portuguese'), proposed(['pt'])]).toEqual([undefined, undefined]);
  });
});
