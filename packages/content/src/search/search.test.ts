import { type Caller, type Database, makeCall } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { Tags } from '@colophon/tags';
import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { contributor, editor, type Newsroom, newsroomIn, reader, viewer } from '../../test/support.ts';
import { Contents, ContributionSecret, contributionSecret, erasePerson, readSearchStatus, searchTypes } from '../index.ts';
import { numberEvents } from '../events/number-events.ts';
import { keepWords } from './keep-words.ts';
import { storeSearches, sweepSearches } from './note-searches.ts';
import type { SearchAnswer, SearchInput } from './search-input.ts';

describeOnEveryDatabase('search of content', (open) => {
  let newsroom: Newsroom;
  let database: Database;
  beforeAll(async () => {
    database = await open();
    database.ports.provide(searchTypes, { leaflet: 10 });
    database.ports.provide(contributionSecret, new ContributionSecret('x'.repeat(32)));
    newsroom = await newsroomIn(database);
    const tags = new Tags(database);
    await tags.createTag({ slug: 'open-source', name: 'Open source' });
    await alias('open-source', 'free software', 'en');
    await alias('open-source', 'OSS');
    await publish({
      title: 'Accessible forms',
      body: 'We make forms that **everyone** can use.\n\nAccessibility is for [all](https://example.org/hidden) of us.',
    });
    await publish({ title: 'Plain language', body: 'Writing in plain language helps the readers of forms.', type: 'page' });
    await publish({ title: 'The license', body: 'A piece on the code that all may change.', tags: ['open-source'], category: 'code' });
    await publish({ title: 'OSS in the city', body: 'Programs of our own.', category: 'code', authors: ['Ada Wong'] });
    await publish({ title: 'Häuser der Stadt', body: 'Die Häuser sind alt und die Straßen auch.', language: 'de' });
    await publish({ title: 'المدينة', body: 'هذا الكتاب عن المدرسة', language: 'ar' });
    await publish({ title: 'Old design', body: 'A design of the house.', publish_date: '2010-01-01T00:00:00.000Z' });
    await publish({ title: 'New design', body: 'A design of the house.', publish_date: '2026-05-01T00:00:00.000Z' });
    await publish({ title: 'Secret gazette plans', body: 'The xylophonist of the gazette.' }, 'gazette');
    await publish({ title: 'Herald plans', body: 'The violoncellist of the herald.' }, 'herald');
    await newsroom.run('contents.create', {
      as: contributor('gazette'),
      input: { title: 'A draft', body: 'The quarterdeckers', type: 'note' },
    });
    while (await fillStep());
  });
  const alias = async (slug: string, name: string, language: string | null = null): Promise<void> => {
    await newsroom.run('tag-aliases.create', { as: editor(), input: { tag_slug: slug, alias: name, language } });
  };
  const publish = async (values: object, tenantId: string | null = null): Promise<string> => {
    const input = { type: 'article', language: 'en', ...values, status: 'published' };
    const { value, error } = await newsroom.run('contents.create', { as: editor(tenantId), input });
    expect(error).toBeUndefined();
    return String(value['id']);
  };
  const fillStep = async (): Promise<boolean> => {
    await keepWords(database);
    const state = await database.first({ sql: 'select source from search_fills', parameters: [] });
    return state === undefined || state['source'] !== null;
  };
  const search = async (input: SearchInput, as: Caller = reader()): Promise<SearchAnswer> => {
    const { value, error } = await newsroom.run('contents.search', { as, input });
    if (error) throw error;
    return value as unknown as SearchAnswer;
  };
  const titles = async (q: string, as: Caller = reader(), more: Partial<SearchInput> = {}): Promise<string[]> =>
    (await search({ q, ...more }, as)).items.map(({ title }) => title);

  describe('what it finds', () => {
    it.each([
      ['form', ['Accessible forms', 'Plain language']],
      ['Haus', ['Häuser der Stadt']],
      ['strassen', ['Häuser der Stadt']],
      ['والكتاب', ['المدينة']],
      ['designs', ['New design', 'Old design']],
      ['"designs"', []],
      ['the design', ['New design', 'Old design']],
      ['design -new', ['Old design']],
    ])('by %s: %j', async (q, found) => {
      expect(await titles(q, reader(), { relax: false })).toEqual(found);
      // A list finds the same, in the same order.
      const list = await new Contents(database).rows({ search: q, fields: ['title'] });
      expect(list.items.map(({ title }) => title)).toEqual(found);
      expect(list.count).toBe(found.length);
    });

    it('by words without the strokes of their letters, and with them', async () => {
      await publish({ title: 'Łódź i Gdańsk', body: 'Smørrebrød with a cœur.', language: 'pl' });
      for (const q of ['lodz', 'ŁÓDŹ', '"Łódź"', 'smorrebrod', 'coeur', 'cœur'])
        expect([q, ...(await titles(q))]).toEqual([q, 'Łódź i Gdańsk']);
      const [item] = (await search({ q: 'smorrebrod' })).items;
      expect(item?.highlight?.passages[0]?.marks.map(([from, to]) => item.highlight?.passages[0]?.text.slice(from, to))).toEqual([
        'Smørrebrød',
      ]);
    });

    it('first those of a type that counts for more', async () => {
      await publish({ title: 'Heron of the lake', body: 'The heron, a heron.' });
      await publish({ title: 'Birds', body: 'One heron among many other birds.', type: 'leaflet' });
      expect(await titles('heron')).toEqual(['Birds', 'Heron of the lake']);
      expect((await new Contents(database).rows({ search: 'heron', fields: ['title'] })).items.map(({ title }) => title)).toEqual([
        'Birds',
        'Heron of the lake',
      ]);
    });

    it('are those with some of the words, after those with all', async () => {
      const { items, count, countIs } = await search({ q: 'plain forms' });
      expect(items.map(({ title, matched }) => [title, matched])).toEqual([
        ['Plain language', 'all'],
        ['Accessible forms', 'some'],
      ]);
      expect([count, countIs]).toEqual([2, 'atLeast']);
      expect(await titles('plain forms', reader(), { relax: false })).toEqual(['Plain language']);
    });

    it('by the names of a tag, which it tells', async () => {
      const { items, topics } = await search({ q: 'free software' });
      expect(items.map(({ title }) => title)).toEqual(['OSS in the city']);
      expect(topics).toEqual([{ slug: 'open-source', name: 'Open source', count: 1 }]);
      expect(await titles('oss')).toContain('OSS in the city');
      expect(await titles('"free software"')).toEqual([]);
    });

    it('by the beginning of the last word, if it is asked to', async () => {
      expect(await titles('plain langu', reader(), { prefix: true })).toEqual(['Plain language']);
    });

    it('a page at a time', async () => {
      const first = await search({ q: 'design', limit: 1 });
      expect([first.items[0]?.title, first.count, first.countIs, first.nextOffset]).toEqual(['New design', 2, 'exact', 1]);
      const second = await search({ q: 'design', limit: 1, offset: 1 });
      expect([second.items[0]?.title, second.nextOffset]).toEqual(['Old design', undefined]);
    });
  });

  describe('mistakes', () => {
    it.each([
      ['accessability', 'accessibility', 'Accessible forms'],
      ['plain langauge', 'plain language', 'Plain language'],
      ['Acessible forms', 'accessible forms', 'Accessible forms'],
      ['plainlanguage', 'plain language', 'Plain language'],
    ])('in %s are corrected to %s, and that is said', async (q, used, title) => {
      const answer = await search({ q });
      expect(answer.items[0]?.title).toBe(title);
      expect([answer.asked, answer.used.toLowerCase(), answer.corrected.length]).toEqual([q, used, 1]);
      const exact = await search({ q, exact: true, relax: false });
      expect([exact.items, exact.corrected, exact.used]).toEqual([[], [], q]);
    });

    it('are no reason to leave out what has the words', async () => {
      expect((await search({ q: 'design' })).corrected).toEqual([]);
    });

    it('leave a suggestion with fewer words', async () => {
      expect((await search({ q: 'plain violins' })).suggestion).toBe('plain');
      expect((await search({ q: 'zzzqqq' })).suggestion).toBeNull();
    });
  });

  describe('what it shows', () => {
    it('are the places of the words, in texts without markup', async () => {
      const { items } = await search({ q: 'form everyone' });
      const [item] = items;
      const { title = [], passages = [] } = item?.highlight ?? {};
      expect(title.map(([from, to]) => item?.title.slice(from, to))).toEqual(['forms']);
      expect(passages.map(({ text }) => text)).toEqual(['We make forms that everyone can use.']);
      expect(passages[0]?.marks.map(([from, to]) => passages[0]?.text.slice(from, to))).toEqual(['forms', 'everyone']);
      expect(passages[0]?.paragraph).toBe(0);
      expect((await search({ q: 'form', highlight: false })).items[0]?.highlight).toBeUndefined();
    });

    it('are the numbers of results by what they are asked for', async () => {
      const { facets, facetsOf } = await search({ q: 'oss', facets: ['type', 'category', 'authors', 'year', 'language'], relax: false });
      expect(facets).toEqual({
        type: [{ value: 'article', label: 'Article', count: 1 }],
        category: [{ value: 'code', label: 'code', count: 1 }],
        authors: [{ value: 'Ada Wong', label: 'Ada Wong', count: 1 }],
        year: [{ value: expect.stringMatching(/^20\d\d$/), label: expect.any(String), count: 1 }],
        language: [{ value: 'en', label: 'en', count: 1 }],
      });
      expect(facetsOf).toBe('all');
      const { facets: tags } = await search({ q: 'license', facets: ['tags'] });
      expect(tags?.['tags']).toEqual([{ value: 'open-source', label: 'Open source', count: 1 }]);
    });

    it('are the other values of a facet too, when one of them is chosen', async () => {
      const { items, facets } = await search({ q: 'form', where: { type: 'page' }, facets: ['type'] });
      expect(items.map(({ title }) => title)).toEqual(['Plain language']);
      expect(facets?.['type']?.map(({ value, count }) => [value, count])).toEqual([
        ['article', 1],
        ['page', 1],
      ]);
    });

    it('are retracted pieces, marked and last', async () => {
      await publish({ title: 'Ocelots', body: 'Ocelots in the park.' });
      const id = await publish({ title: 'Ocelots', body: 'Ocelots in the park.' });
      await newsroom.run('contents.issueCorrectionAction', { as: editor(), key: id, input: { type: 'retraction', summary: 'None.' } });
      expect((await search({ q: 'ocelots' })).items.slice(-2).map(({ latestCorrection }) => latestCorrection)).toEqual([
        null,
        'retraction',
      ]);
    });
  });

  describe('what nobody is told', () => {
    const callers: readonly (readonly [string, Caller])[] = [
      ['a reader', reader()],
      ['a reader of another house', reader('herald')],
      ['a viewer of another house', viewer('herald')],
      ['an editor of another house', editor('herald')],
    ];
    it.each(callers)('is a word of a draft or of another house: %s', async (_, as) => {
      for (const q of ['xylophonists', 'xylophonst', 'quarterdekers', 'quarterdeckers', 'xylophonist quarterdecker', 'secret gazete']) {
        const answer = await search({ q, facets: ['type', 'tags', 'category', 'year', 'authors'] }, as);
        const told = JSON.stringify({ ...answer, asked: '', used: answer.used === q ? '' : answer.used });
        expect(told).not.toMatch(/xylophonist|quarterdeck|gazette/i);
        expect([q, answer.items.length, answer.corrected]).toEqual([q, 0, []]);
        expect(Object.values(answer.facets ?? {}).flat()).toEqual([]);
      }
    });

    // Two tenants and four roles: a word comes out just where a list shows the record that has it.
    const SECRETS = ['marquetry', 'sgraffito', 'passementerie', 'trompeloeil'] as const;
    const misspelt = (word: string): string => `${word.slice(0, 2)}${word.slice(3)}`;
    beforeAll(async () => {
      for (const [index, word] of SECRETS.entries()) {
        const owner = index % 2 === 0 ? 'gazette' : 'herald';
        const values = { title: `About ${word}`, body: `The craft of ${word}.`, type: `${word}-type`, category: word, authors: [word] };
        if (index < 2) await publish(values, owner);
        else await newsroom.run('contents.create', { as: editor(owner), input: values });
      }
      await database.run({ sql: 'update search_fills set rules = 0', parameters: [] });
      while (await fillStep());
    });
    describe.each(['gazette', 'herald'])('of %s', (tenant) => {
      const roles = [reader, viewer, contributor, editor] as const;
      const show = async (as: Caller): Promise<string[]> => {
        const { items } = await new Contents(database, makeCall({ caller: as })).rows({ fields: ['title'], limit: 1000 });
        return SECRETS.filter((word) => items.some(({ title }) => String(title).includes(word)));
      };

      it.each(roles.map((role) => [role.name, role(tenant)] as const))('%s is told what a list shows, and nothing else', async (_, as) => {
        const shown = await show(as);
        expect(shown.length).toBeLessThan(SECRETS.length);
        expect(shown.length).toBeGreaterThan(0);
        for (const word of SECRETS) {
          const isShown = shown.includes(word);
          for (const q of [word, misspelt(word), `craft ${misspelt(word)}`, `${word} zzzqqq`]) {
            const answer = await search({ q, facets: ['type', 'category', 'authors'] }, as);
            const told = JSON.stringify([
              answer.items,
              answer.topics,
              answer.facets,
              answer.suggestion,
              answer.corrected.map(([, to]) => to),
            ]);
            expect([q, told.includes(word)]).toEqual([q, isShown]);
          }
          const { count, items } = await search({ q: word, relax: false }, as);
          expect([word, count, items.length]).toEqual([word, Number(isShown), Number(isShown)]);
          const begun = await search({ q: word.slice(0, 5), prefix: true, relax: false }, as);
          expect([word, begun.count]).toEqual([word, Number(isShown)]);
        }
      });

      it('a reader’s correction takes as many statements, whether others have the word or nobody', async () => {
        const statements = async (q: string): Promise<number> => {
          const spies = (['all', 'first', 'values'] as const).map((name) => vi.spyOn(database, name));
          await search({ q, highlight: false }, reader(tenant));
          const calls = spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
          for (const spy of spies) spy.mockRestore();
          return calls;
        };
        const hidden = misspelt(SECRETS[tenant === 'gazette' ? 3 : 2]);
        for (const q of [hidden, 'qqzzkkwwx']) await statements(q);
        expect(await statements(hidden)).toBe(await statements('qqzzkkwwx'));
      });
    });

    it('but those who can read it are', async () => {
      expect(await titles('xylophonst', reader('gazette'))).toEqual(['Secret gazette plans']);
      expect((await search({ q: 'quarterdekers' }, viewer('gazette'))).corrected).toEqual([['quarterdekers', 'quarterdeckers']]);
      expect(await titles('quarterdekers', reader('gazette'))).toEqual([]);
    });

    it('is a tag that only drafts have', async () => {
      await newsroom.run('contents.create', { as: editor('gazette'), input: { title: 'Merger', type: 'note', tags: ['Planned merger'] } });
      expect((await search({ q: 'planned merger' }, reader('gazette'))).topics).toEqual([]);
      expect((await search({ q: 'planned merger' }, editor('gazette'))).topics).toMatchObject([{ slug: 'planned-merger', count: 1 }]);
    });
  });

  describe('the words in use', () => {
    const stored = async (word: string): Promise<number> =>
      (await database.all({ sql: `select word from search_words where word = '${word}'`, parameters: [] })).length;

    it('are learned after a save, in every kind of text that is searched', async () => {
      const id = await publish({ title: 'Wombats', body: 'Zebulonovich and the wombats.' });
      await newsroom.run('facts.create', { as: editor(), input: { statement: 'Echidnas lay eggs.', sources: [{ title: 'Report' }] } });
      await expect
        .poll(async () => {
          await numberEvents(database);
          await keepWords(database);
          return stored('zebulonovich');
        })
        .toBe(1);
      expect(await titles('wombat')).toEqual(['Wombats']);
      await newsroom.run('contents.update', { as: editor(), key: id, input: { body: 'Somebody and the wombats.' } });
      expect(await stored('zebulonovich')).toBe(1);
    });

    it('are not those that only a person had who was erased', async () => {
      await erasePerson(database, { email: 'zebulon@example.org' });
      expect(await stored('zebulonovich')).toBe(0);
      expect(await stored('echidnas')).toBe(1);
      expect(await stored('wombats')).toBe(1);
    });

    it('are told of by numbers', async () => {
      const status = await readSearchStatus(database);
      expect(status).toMatchObject({ rules: 3, rulesOfWords: 3, running: null, reindexing: [], words: expect.any(Number) });
      expect(status.languages.map(({ language }) => language)).toContain('de');
      expect(status.texts).toBeGreaterThan(10);
    });
  });

  describe('bad input', () => {
    it.each([
      ['ninety words', { q: Array.from({ length: 90 }, () => 'w').join(' ') }, 400, 'faulty_query'],
      ['marks alone', { q: '\u0301\u0301' }, 400, 'faulty_query'],
      ['an asterisk', { q: '*' }, 400, 'faulty_query'],
      ['a long word', { q: 'x'.repeat(150) }, 400, 'faulty_query'],
      ['an unknown facet', { q: 'form', facets: ['secret'] }, 400, 'unknown_facet'],
      ['an unknown field', { q: 'form', where: { secret: 1 } }, 400, 'faulty_query'],
      ['ten thousand words', { q: 'w '.repeat(10_000) }, 400, 'faulty_query'],
      ['nothing', { q: '' }, 400, 'faulty_query'],
      ['too many results', { q: 'form', limit: 51 }, 400, 'faulty_query'],
      ['a language that is no tag', { q: 'form', language: 'English' }, 400, 'faulty_query'],
      ['too many facets', { q: 'form', facets: Array.from({ length: 6 }, () => 'type') }, 400, 'faulty_query'],
    ])('is refused: %s', async (_, input, status, code) => {
      expect(await newsroom.run('contents.search', { as: reader(), input })).toMatchObject({ status, code });
    });

    it.each([
      '"quotes that do not close',
      'every نص 文字 कुछ слово ไทย ελ script',
      'zz\ud800',
      '-only',
      '‮form',
      'form*',
      'e-mail-address',
      'AND OR NOT',
    ])('is searched for: %s', async (q) => {
      const { status } = await newsroom.run('contents.search', {
        as: reader(),
        input: { q, language: 'xx-Zzzz', facets: ['type'] },
      });
      expect([200, 400]).toContain(status);
    });

    it('is answered, whatever is typed', async () => {
      const signs = [
        '"',
        '*',
        '-',
        '(',
        ':',
        '^',
        '|',
        '&',
        '!',
        '\\',
        "'",
        ' ',
        'form',
        'e-mail',
        'ﬁ',
        '\u0301',
        '東京',
        'ไทย',
        '\ud800',
        '½',
      ];
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: fc.constantFrom(...signs), minLength: 1, maxLength: 40 }), fc.boolean(), async (q, prefix) => {
          const { status } = await newsroom.run('contents.search', { as: reader(), input: { q, prefix, facets: ['tags'] } });
          expect([200, 400]).toContain(status);
        }),
        { numRuns: 200 },
      );
    });

    it('does not walk in a circle of aliases', async () => {
      await alias('open-source', 'open source');
      await new Tags(database).createTag({ slug: 'oss', name: 'OSS' });
      await alias('oss', 'open source');
      expect(await titles('open source')).toContain('OSS in the city');
    });
  });

  describe('many searches of a stranger', () => {
    const searchFrom = async (address: string, as: Caller = reader(), at = '2026-11-24T10:00:00.000Z') =>
      (await newsroom.run('contents.search', { as, address, at, input: { q: 'forms', limit: 0 } })).error;

    it('are refused beyond thirty in ten seconds from one address, or network of IPv6', async () => {
      for (let count = 0; count < 30; count += 1) expect(await searchFrom(`2001:db8::${count}`)).toBeUndefined();
      expect(await searchFrom('2001:db8::ffff')).toMatchObject({ status: 429, headers: { 'Retry-After': '10' } });
      expect(await searchFrom('2001:db8:1::1')).toBeUndefined();
      expect(await searchFrom('2001:db8::1', reader(), '2026-11-24T10:00:09.000Z')).toMatchObject({ headers: { 'Retry-After': '1' } });
      expect(await searchFrom('2001:db8::1', reader(), '2026-11-24T10:00:10.000Z')).toBeUndefined();
    });

    it('are answered to people who are signed in', async () => {
      for (let count = 0; count < 40; count += 1) expect(await searchFrom('192.0.2.1', viewer())).toBeUndefined();
    });
  });

  describe('what readers searched for', () => {
    const searchFrom = async (last: number, q: string, as: Caller = reader('gazette'), at = '2027-01-05T10:00:00.000Z') => {
      const { error } = await newsroom.run('contents.search', { as, at, address: `198.51.100.${last}`, input: { q } });
      expect(error).toBeUndefined();
    };
    const stored = async (as: Caller = editor('gazette')) => {
      const { value } = await newsroom.run('searched-terms.list', { as });
      return (value as unknown as { items: { day: string; words: string; found: number; times: number }[] }).items.map(
        ({ day, words, found, times }) => [day, words, found, times],
      );
    };

    it('is stored once five addresses searched for the same on a day, and told to editors of the tenant', async () => {
      for (let last = 1; last <= 4; last += 1) await searchFrom(last, 'Quetzal');
      await searchFrom(4, 'quetzal');
      await storeSearches(database);
      expect(await stored()).toEqual([]);
      await searchFrom(5, 'QUETZAL');
      for (let last = 1; last <= 5; last += 1) await searchFrom(last, 'gazette plans');
      await storeSearches(database);
      await searchFrom(1, 'quetzal');
      await storeSearches(database);
      await storeSearches(database);
      const day = '2027-01-05';
      expect(await stored()).toEqual([
        [day, 'quetzal', 0, 7],
        [day, 'gazette plans', 1, 5],
      ]);
      expect(await stored(editor('herald'))).toEqual([]);
      expect((await newsroom.run('searched-terms.list', { as: contributor('gazette') })).error).toMatchObject({ status: 403 });
    });

    it.each(['mail of ada@example.org', 'call 0123 456 789', 'six words that somebody typed here', 'a'.repeat(61)])(
      'is not stored if it may name somebody: %s',
      async (q) => {
        for (let last = 1; last <= 6; last += 1) await searchFrom(last, q, reader('herald'));
        await storeSearches(database);
        expect(await stored(editor('herald'))).toEqual([]);
      },
    );

    it('is nobody’s who is signed in, and gone after ninety days', async () => {
      for (let last = 1; last <= 6; last += 1) await searchFrom(last, 'violoncello', viewer('herald'));
      await storeSearches(database);
      expect(await stored(editor('herald'))).toEqual([]);
      await sweepSearches(database, new Date('2027-04-05T00:00:00.000Z'));
      expect(await stored()).toHaveLength(2);
      await sweepSearches(database, new Date('2027-04-06T00:00:00.000Z'));
      expect(await stored()).toEqual([]);
    });
  });

  describe('records like another one', () => {
    const like = async (id: string, as: Caller = reader(), input: object = {}): Promise<string[]> => {
      const { value, error } = await newsroom.run('contents.similar', { as, key: id, input });
      expect(error).toBeUndefined();
      return (value as unknown as { items: { title: string }[] }).items.map(({ title }) => title);
    };
    let ferry = '';
    beforeAll(async () => {
      ferry = await publish({
        title: 'The ferry is late',
        body: 'The <b class="bread">ferries</b> of the strait wait for the [tide](https://example.org/bread).',
        tags: ['strait'],
      });
      await publish({ title: 'Tides of the strait', body: 'Every ferry knows them.', tags: ['strait'] });
      await publish({ title: 'A ferry', body: 'It waits.' });
      await publish({ title: 'Bread', body: 'Flour, water, salt, and an oven.' });
      const gone = await publish({ title: 'Ferry of the strait sunk', body: 'The tide took the ferry.' });
      await newsroom.run('contents.issueCorrectionAction', {
        as: editor(),
        key: gone,
        input: { type: 'retraction', summary: 'It floats.', note: 'It floats.' },
      });
      await publish({ title: 'The ferry of the gazette', body: 'Tide and strait.' }, 'gazette');
      await newsroom.run('contents.create', {
        as: contributor('gazette'),
        input: { title: 'Drafted ferry', body: 'Tide and strait.', type: 'note' },
      });
    });

    it('are those with its telling words and tags, without itself, retracted ones and what the caller may not read', async () => {
      expect(await like(ferry)).toEqual(['Tides of the strait', 'A ferry']);
      expect(await like(ferry, reader(), { limit: 1 })).toEqual(['Tides of the strait']);
      expect(await like(ferry, editor('gazette'))).toContain('The ferry of the gazette');
    });

    it('are no translations of it', async () => {
      const other = await publish({ title: 'Die Fähre', body: 'The ferries of the strait wait for the tide.', language: 'de' });
      expect(await like(ferry)).toContain('Die Fähre');
      const { error } = await newsroom.run('contents.addTranslation', {
        as: editor(),
        key: ferry,
        input: { language: 'de', contentId: other },
      });
      expect(error).toBeUndefined();
      expect(await like(ferry)).not.toContain('Die Fähre');
    });

    it('are none of a text without words', async () => {
      expect(await like(await publish({ title: '…', body: '' }))).toEqual([]);
    });
  });

  describe('synonyms of a tenant', () => {
    const declare = (input: object, as: Caller = editor('gazette')) => newsroom.run('search-synonyms.create', { as, input });
    beforeAll(async () => {
      await publish({ title: 'A car burns', body: 'On the bridge.' }, 'gazette');
      await publish({ title: 'The automobile fair', body: 'Motor vehicles of all kinds.' }, 'gazette');
      await publish({ title: 'E-mail for all', body: 'The town hall writes.' }, 'gazette');
      await publish({ title: 'A car of the herald', body: 'It stands.' }, 'herald');
      expect((await declare({ terms: ['Car', 'Automobile', 'motor vehicles'] })).error).toBeUndefined();
      expect((await declare({ terms: ['letter', 'e-mail'], kind: 'oneWay' })).error).toBeUndefined();
      expect((await declare({ terms: ['Wagen', 'bridge'], language: 'de-at' })).error).toBeUndefined();
    });

    it('find each other, and only the first the others if they go one way', async () => {
      expect(await titles('cars', editor('gazette'))).not.toContain('The automobile fair');
      expect((await titles('car', editor('gazette'))).toSorted()).toEqual(['A car burns', 'The automobile fair']);
      expect((await titles('motor vehicles', editor('gazette'))).toSorted()).toEqual(['A car burns', 'The automobile fair']);
      expect(await titles('letter', editor('gazette'))).toEqual(['E-mail for all']);
      expect(await titles('"car"', editor('gazette'))).toEqual(['A car burns']);
    });

    it('are those of its own pieces and of the language asked for', async () => {
      expect(await titles('automobile', editor('herald'))).toEqual([]);
      expect(await titles('wagen', editor('gazette'), { language: 'de' })).toEqual(['A car burns']);
      expect(await titles('wagen', editor('gazette'), { language: 'en' })).toEqual([]);
      const { value } = await newsroom.run('search-synonyms.list', { as: editor('herald') });
      expect(value).toMatchObject({ items: [] });
    });

    it.each([
      [{ terms: ['one'] }, '/terms', 'at least two terms that differ'],
      [{ terms: ['Café', 'cafe'] }, '/terms', 'at least two terms that differ'],
      [{ terms: ['one', '—'] }, '/terms/1', 'has no word'],
      [{ terms: ['one', 'a b c d e f'] }, '/terms/1', 'has more than 5 words'],
      [{ terms: ['one', 'two'], language: 'English' }, '/language', 'language tag'],
      [{ terms: Array.from({ length: 21 }, (_, index) => `word${index}`) }, '/terms', '20'],
    ])('refuse %j', async (input, pointer, detail) => {
      const { error } = await declare(input);
      expect(error).toMatchObject({ status: 422, errors: [{ pointer, detail: expect.stringContaining(detail) }] });
    });

    it('refuse the same again, in any order, and those who are no editors', async () => {
      expect((await declare({ terms: ['automobile', 'CAR', 'motor  vehicles'] })).error).toMatchObject({ status: 409, code: 'exists' });
      expect((await declare({ terms: ['automobile', 'car'] }, contributor('gazette'))).error).toMatchObject({ status: 403 });
    });
  });
});
