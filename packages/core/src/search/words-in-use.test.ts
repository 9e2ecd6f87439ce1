import { beforeAll, expect, it } from 'vitest';
import { text } from '../fields/text.ts';
import { collection } from '../objects/collection.ts';
import { object } from '../objects/object.ts';
import { schemaOf } from '../objects/schema.ts';
import type { Database } from '../storage/database.ts';
import { applyMigrations } from '../storage/migrations/migrate.ts';
import { describeOnEveryDatabase } from '../testing/every-database.ts';
import { languagesOf } from './groups.ts';
import { fillWords } from './words/fill-words.ts';
import { readFill } from './words/fills.ts';
import { learnWords } from './words/learn-words.ts';
import { readTextsOf, type WordSource } from './words/word-source.ts';
import { SEARCH_RULES, SEARCH_TABLES } from './words/word-tables.ts';

class Leaflet extends object(
  { title: text({ required: true, search: 'A' }), body: text({ default: '', search: 'D' }), language: text() },
  { table: 'leaflets' },
) {}
class Leaflets extends collection(Leaflet) {}

const SOURCE: WordSource = { table: 'leaflets', key: 'id', columns: ['title', 'body'], language: 'language' };

/** Words of which a text has the second and a reader types the first. */
const FORMS: readonly (readonly [language: string, asked: string, written: string])[] = [
  ['en', 'design', 'designs'],
  ['en', 'designs', 'design'],
  ['en', 'colour', 'color'],
  ['en', 'organise', 'organized'],
  ['en', 'studies', 'studying'],
  ['en', 'email', 'e-mail'],
  ['en', 'e-mail', 'email'],
  ['en', 'emails', 'e-mail'],
  ['de', 'Häuser', 'Haus'],
  ['de', 'Haus', 'Häuser'],
  ['de', 'Stadt', 'Städte'],
  ['de', 'Wahlen', 'Wahl'],
  ['fr', 'chevaux', 'cheval'],
  ['fr', 'économies', 'économie'],
  ['fr', 'economie', 'économies'],
  ['es', 'canciones', 'canción'],
  ['it', 'giornali', 'giornale'],
  ['pt', 'eleições', 'eleição'],
  ['nl', 'kinderen', 'kinder'],
  ['da', 'bøgerne', 'bøger'],
  ['sv', 'tidningarna', 'tidning'],
  ['nb', 'avisene', 'aviser'],
  ['fi', 'taloissa', 'talo'],
  ['hu', 'házak', 'ház'],
  ['ro', 'orașele', 'orașe'],
  ['ru', 'выборы', 'выборов'],
  ['uk', 'вибори', 'виборів'],
  ['bg', 'градът', 'град'],
  ['sr', 'gradovi', 'gradova'],
  ['el', 'εκλογές', 'εκλογών'],
  ['tr', 'evler', 'ev'],
  ['lt', 'namai', 'namas'],
  ['id', 'bukunya', 'buku'],
  ['ga', 'thithe', 'tithe'],
  ['hy', 'քաղաքներ', 'քաղաք'],
  ['ar', 'كتاب', 'والكتاب'],
  ['ar', 'البيانات', 'بيانات'],
  ['ar', 'مدرسة', 'المدرسة'],
  ['hi', 'किताबें', 'किताब'],
  ['ne', 'किताबहरू', 'किताब'],
  ['ta', 'வீடுகள்', 'வீடு'],
  // Without rules of their own: the word, without its accents, or a part of a text without spaces.
  ['pl', 'wybor', 'wybór'],
  ['pl', 'lodz', 'Łódź'],
  ['is', 'thordur', 'Þórður'],
  ['da', 'smorrebrod', 'smørrebrød'],
  ['hr', 'dak', 'đak'],
  ['cs', 'prilis', 'příliš'],
  ['vi', 'thu vien', 'thư viện'],
  ['ko', '도서관', '도서관'],
  ['ja', '図書館', '市立図書館です'],
  ['zh', '图书馆', '市图书馆'],
  ['th', 'ห้องสมุด', 'ที่ห้องสมุดเมือง'],
];

/** Words that no rule may join. */
const APART: readonly (readonly [language: string, asked: string, written: string])[] = [
  ['en', 'organ', 'organization'],
  ['en', 'news', 'new'],
  ['en', 'universe', 'university'],
  ['en', 'author', 'authority'],
  ['en', 'initial', 'initiative'],
  ['en', '"design"', 'designs'],
  ['en', 'hour', 'hor'],
  ['de', 'Wahl', 'Wal'],
  ['zz', 'design', 'designs'],
];

describeOnEveryDatabase('the words in use', (open) => {
  let database: Database;
  let leaflets: Leaflets;
  const found = async (search: string, language?: string): Promise<string[]> =>
    (await leaflets.list({ search, ...(language !== undefined && { where: { language } }) })).map(({ title }) => title).toSorted();
  const fill = async (): Promise<void> => {
    while (await fillWords(database, [SOURCE]));
  };

  beforeAll(async () => {
    database = await open();
    await applyMigrations(database, [...schemaOf([Leaflets]), ...SEARCH_TABLES]);
    leaflets = new Leaflets(database);
    for (const [index, [language, , written]] of [...FORMS, ...APART].entries())
      await leaflets.add({ title: `leaf${index}`, body: `${written} 1`, language });
    await fill();
  });

  it.each(FORMS.map((each, index) => [...each, `leaf${index}`] as const))(
    'finds in %s by %s: %s',
    async (language, asked, _written, title) => {
      expect(await found(asked, language)).toContain(title);
      expect(await leaflets.count({ search: asked, where: { language } })).toBe((await found(asked, language)).length);
    },
  );

  it.each(APART.map((each, index) => [...each, `leaf${FORMS.length + index}`] as const))(
    'does not find in %s by %s: %s',
    async (language, asked, _written, title) => {
      expect(await found(asked, language)).not.toContain(title);
    },
  );

  it('are those of all frequent languages for a query that names none', async () => {
    expect(await found('colour')).toContain('leaf2');
    expect(await found('colour -color')).toEqual([]);
    expect(await found('colou*')).not.toContain('leaf2');
    expect(await found('designs "leaf0"')).toEqual(['leaf0']);
  });

  it('are those of languages with few texts too, if a word can be one of them', async () => {
    const mixed = await open();
    await applyMigrations(mixed, [...schemaOf([Leaflets]), ...SEARCH_TABLES]);
    const leaves = new Leaflets(mixed);
    // So many English words that all the others together are fewer than one in a hundred.
    const letters = 'abcdefghijklmnopqrst';
    const english = Array.from(
      { length: 2000 },
      (_, at) => `q${letters[at % 20]}${letters[Math.floor(at / 20) % 20]}${letters[Math.floor(at / 400)]}x`,
    );
    await leaves.add({ title: 'many', body: english.join(' '), language: 'en' });
    const few = [
      ['de', 'Haus', 'Häuser'],
      ['ar', 'كتاب', 'والكتاب'],
      ['hi', 'किताब', 'किताबें'],
      ['ru', 'книга', 'книги'],
    ] as const;
    for (const [language, , written] of few) await leaves.add({ title: language, body: written, language });
    while (await fillWords(mixed, [SOURCE]));
    for (const [language, asked] of few) expect((await leaves.list({ search: asked })).map(({ title }) => title)).toEqual([language]);
    expect(await languagesOf(mixed)).toEqual(['en']);
  });

  it('are learned from texts that were saved since, once', async () => {
    const { id } = await leaflets.add({ title: 'late', body: 'the quokkas of the island are the ones that we know', language: null });
    expect(await found('quokka')).toEqual([]);
    const texts = await readTextsOf(database, SOURCE, [id]);
    expect(await learnWords(database, texts)).toBeGreaterThan(5);
    expect(await learnWords(database, texts)).toBe(0);
    expect(await found('quokka')).toEqual(['late']);
  });

  it('go with the texts at the next fill, which another process can finish', async () => {
    const gone = await leaflets.add({ title: 'gone', body: 'zyzzyvas', language: 'en' });
    await learnWords(database, await readTextsOf(database, SOURCE, [gone.id]));
    await gone.delete();
    const later = new Date(Date.now() + 8 * 24 * 60 * 60 * 1000);
    expect(await fillWords(database, [SOURCE], later)).toBe(true);
    expect((await readFill(database))?.running).toEqual({ source: 'leaflets', position: null });
    // Two processes take the same step; one of them moves it on.
    await Promise.all([fillWords(database, [SOURCE], later), fillWords(database, [SOURCE], later)]);
    while (await fillWords(database, [SOURCE], later));
    const count = await leaflets.count();
    expect(await readFill(database)).toMatchObject({ texts: count, running: undefined });
    const rows = await database.all({
      sql: `select word, docs from search_words where word in ('zyzzyvas', 'quokkas', '1')`,
      parameters: [],
    });
    expect(rows).toMatchObject([{ word: 'quokkas', docs: 1 }]);
  });

  it('come to a database of an older version while it answers', async () => {
    const old = await open();
    await applyMigrations(old, schemaOf([Leaflets]));
    const older = new Leaflets(old);
    for (let index = 0; index < 600; index += 1) await older.add({ title: `old ${index}`, body: 'many designs', language: 'en' });
    expect([await older.count({ search: 'designs' }), await older.count({ search: 'design' })]).toEqual([600, 0]);
    expect([await fillWords(old, [SOURCE]), await learnWords(old, [{ text: 'designs', language: 'en' }])]).toEqual([false, 0]);
    await applyMigrations(old, [...schemaOf([Leaflets]), ...SEARCH_TABLES]);
    const counts = new Set<number>();
    while (await fillWords(old, [SOURCE])) counts.add(await older.count({ search: 'designs' }));
    expect([...counts]).toEqual([600]);
    expect(await older.count({ search: 'design' })).toBe(600);
  });

  it('have compounds under their parts, in the languages that write them as one word', async () => {
    const german = await open();
    await applyMigrations(german, [...schemaOf([Leaflets]), ...SEARCH_TABLES]);
    const leaves = new Leaflets(german);
    for (let index = 0; index < 3; index += 1) await leaves.add({ title: 'Die Pflege', body: 'Eine Versicherung', language: 'de' });
    for (const language of ['de', 'en']) await leaves.add({ title: `Pflegeversicherung ${language}`, language });
    const titles = async (search: string, language: string) =>
      (await leaves.list({ search, where: { language } })).map(({ title }) => title).filter((title) => title.startsWith('Pflegev'));
    for (let round = 0; round < 2; round += 1) {
      while (await fillWords(german, [SOURCE], new Date(Date.now() + round * 8 * 24 * 60 * 60 * 1000)));
      expect(await titles('Versicherung', 'de')).toEqual(['Pflegeversicherung de']);
      expect(await titles('pflege', 'de')).toEqual(['Pflegeversicherung de']);
      expect(await titles('Versicherung', 'en')).toEqual([]);
    }
    const rows = await german.all({ sql: `select docs from search_words where kind = 'part'`, parameters: [] });
    expect(rows.map(({ docs }) => Number(docs))).toEqual([1, 1]);
  });

  it('are left alone by a process with older rules', async () => {
    const newer = await open();
    await applyMigrations(newer, [...schemaOf([Leaflets]), ...SEARCH_TABLES]);
    await new Leaflets(newer).add({ title: 'one', language: 'en' });
    while (await fillWords(newer, [SOURCE]));
    await newer.run({ sql: 'update search_fills set rules = 99', parameters: [] });
    expect(await fillWords(newer, [SOURCE], new Date(Date.now() + 30 * 24 * 60 * 60 * 1000))).toBe(false);
    await newer.run({ sql: 'update search_fills set rules = 0', parameters: [] });
    expect(await fillWords(newer, [SOURCE])).toBe(true);
    while (await fillWords(newer, [SOURCE]));
    expect(await readFill(newer)).toMatchObject({ rules: SEARCH_RULES, fill: 2, texts: 1 });
  });
});
