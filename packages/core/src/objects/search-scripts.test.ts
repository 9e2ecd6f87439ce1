import { beforeAll, expect, it } from 'vitest';
import { text } from '../fields/text.ts';
import { describeOnEveryDatabase } from '../testing/every-database.ts';
import { collection } from './collection.ts';
import { object } from './object.ts';

class Page extends object({ title: text({ required: true }), body: text({ default: '', search: 'D' }) }, { table: 'pages' }) {}
class Pages extends collection(Page) {}

/** A text in each script, what finds it, and what does not. */
const SCRIPTS: readonly (readonly [script: string, body: string, finds: readonly string[], misses: readonly string[]])[] = [
  ['Latin', 'Straße, naïve façade and Ångström', ['STRASSE', 'strasse', 'naive', 'FAÇADE', 'angstrom'], ['stras', 'naves']],
  ['Turkish', 'TÜRKİYE ve ISPARTA', ['türkiye', 'Turkiye', 'ısparta', 'isparta'], ['turki']],
  ['Vietnamese', 'Việt Nam đất nước', ['viet', 'Việt', 'nuoc'], ['vie']],
  ['Greek', 'ΟΔΟΣ και Ἀθῆναι', ['οδος', 'ΟΔΟΣ', 'οδοσ', 'αθηναι'], ['οδο']],
  ['Cyrillic', 'Ёлка и Йод', ['елка', 'ЁЛКА', 'йод'], ['ел']],
  ['Armenian', 'Հայաստան', ['հայաստան'], ['հայ']],
  ['Georgian', 'საქართველო', ['საქართველო'], ['საქ']],
  ['Hebrew', 'שָׁלוֹם עולם', ['שלום', 'שָׁלוֹם'], ['שלו']],
  ['Arabic', 'مُحَمَّد في المدينة', ['محمد', 'مُحَمَّد', 'المدينة'], ['مدينة']],
  ['Persian', 'می‌خواهم بنویسم', ['میخواهم', 'می‌خواهم'], ['خواهم']],
  ['Syriac', 'ܫܠܳܡܳܐ', ['ܫܠܡܐ', 'ܫܠܳܡܳܐ'], ['ܫܠ']],
  ['Thaana', 'ދިވެހިރާއްޖެ', ['ދިވެހިރާއްޖެ'], ['ދިވެހި']],
  ['Devanagari', 'हिन्दी में समाचार', ['हिन्दी', 'समाचार'], ['हन्दी', 'समा']],
  ['Bengali', 'বাংলাদেশের খবর', ['খবর', 'বাংলাদেশের'], ['বাংলা']],
  ['Gurmukhi', 'ਪੰਜਾਬੀ ਖ਼ਬਰਾਂ', ['ਪੰਜਾਬੀ', 'ਖ਼ਬਰਾਂ'], ['ਪੰਜਾਬ']],
  ['Gujarati', 'ગુજરાતી સમાચાર', ['ગુજરાતી'], ['ગુજરાત']],
  ['Oriya', 'ଓଡ଼ିଆ ଖବର', ['ଓଡ଼ିଆ', 'ଖବର'], ['ଓଡ']],
  ['Tamil', 'தமிழ் செய்திகள்', ['தமிழ்', 'செய்திகள்'], ['தமிழ', 'செய்தி']],
  ['Telugu', 'తెలుగు వార్తలు', ['తెలుగు'], ['తెలుగ']],
  ['Kannada', 'ಕನ್ನಡ ಸುದ್ದಿ', ['ಕನ್ನಡ', 'ಸುದ್ದಿ'], ['ಕನ']],
  ['Malayalam', 'മലയാളം വാർത്ത', ['മലയാളം', 'വാർത്ത'], ['മലയാള']],
  ['Sinhala', 'සිංහල පුවත්', ['සිංහල'], ['සිං']],
  ['Thai', 'ข่าวภาษาไทยวันนี้', ['ภาษาไทย', 'ข่าว', 'วันนี้', 'ไทย'], ['ไทยข่าว']],
  ['Lao', 'ພາສາລາວ', ['ພາສາ', 'ລາວ'], ['ລາວພາສາ']],
  ['Khmer', 'ភាសាខ្មែរ', ['ភាសា', 'ខ្មែរ'], ['ខ្មែរភាសា']],
  ['Burmese', 'မြန်မာဘာသာ', ['မြန်မာ', 'ဘာသာ'], ['ဘာသာမြန်']],
  ['Tibetan', 'བོད་ཡིག', ['བོད', 'ཡིག'], ['བོ']],
  ['Chinese', '我爱北京天安门', ['北京', '天安门', '门', '爱'], ['京北', '安北']],
  ['Japanese', '東京都は首都です。カタカナとがんばれ', ['東京', '京都', '首都', 'カタカナ', 'がんばれ', 'ｶﾀｶﾅ'], ['かんばれ', '都東']],
  ['Korean', '한국어 뉴스', ['한국어', '뉴스'], ['한국']],
  ['Amharic', 'አማርኛ ዜና', ['አማርኛ', 'ዜና'], ['አማር']],
  ['Cherokee', 'ᏣᎳᎩ ᎦᏬᏂᎯᏍᏗ', ['ᏣᎳᎩ', 'ꮳꮃꭹ'], ['ᏣᎳ']],
  ['Mongolian', 'ᠮᠣᠩᠭᠣᠯ', ['ᠮᠣᠩᠭᠣᠯ'], ['ᠮᠣᠩ']],
  ['compatibility forms', 'ﬁnance, x², ＦＵＬＬ ｗｉｄｔｈ, ½ and №5', ['finance', 'x2', 'FULL', 'width', 'no5'], ['ﬁ', 'fullwidth']],
  ['invisible characters', 'co\u00adopera\u200btion', ['cooperation'], ['co']],
];

describeOnEveryDatabase('a search in every script', (open) => {
  let pages: Pages;

  beforeAll(async () => {
    pages = await Pages.create({ db: await open() });
    for (const [title, body] of SCRIPTS) await pages.add({ title, body });
  });

  const found = async (search: string): Promise<string[]> => (await pages.list({ search })).map((page) => page.title);

  it.each(SCRIPTS.flatMap(([script, , finds]) => finds.map((word) => [script, word] as const)))(
    '%s is found by %s',
    async (script, word) => {
      expect(await found(word)).toContain(script);
    },
  );

  it.each(SCRIPTS.flatMap(([script, , , misses]) => misses.map((word) => [script, word] as const)))(
    '%s is not found by %s',
    async (script, word) => {
      expect(await found(word)).not.toContain(script);
    },
  );
});
