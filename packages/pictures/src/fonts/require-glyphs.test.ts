import { describe, expect, it } from 'vitest';
import { drawHeadlineCard } from '../cards/headline-card.ts';
import { drawStaticMap } from '../maps/static-map.ts';
import { findFile } from '../parts/load-part.ts';
import { fitToFonts } from './fit-to-fonts.ts';
import { fontFor } from './font-packages.ts';

const small = { width: 400, height: 210 };
const isInstalled = (font: string): boolean => findFile(font, 'unicode.json') !== undefined;

/** A few letters of every script that this Node knows, by its names in Unicode. */
function lettersOfScripts(): Map<string, string[]> {
  const letters = new Map<string, string[]>();
  const scripts = SCRIPT_NAMES.filter(isScript);
  const patterns = scripts.map((name) => [name, new RegExp(`\\p{Script=${name}}`, 'u')] as const);
  for (let code = 0x41; code < 0x20000; code += 1) {
    const character = String.fromCodePoint(code);
    if (!/\p{L}/u.test(character)) continue;
    const [name] = patterns.find(([, pattern]) => pattern.test(character)) ?? [];
    const found = name === undefined ? undefined : (letters.get(name) ?? []);
    if (name === undefined || !found || found.length >= 3) continue;
    letters.set(name, [...found, character]);
  }
  return letters;
}

function isScript(name: string): boolean {
  try {
    return new RegExp(`\\p{Script=${name}}`, 'u').source !== '';
  } catch {
    return false;
  }
}

const SCRIPT_NAMES = `Adlam Ahom Anatolian_Hieroglyphs Arabic Armenian Avestan Balinese Bamum Bassa_Vah Batak Bengali Bhaiksuki Bopomofo
Brahmi Buginese Buhid Canadian_Aboriginal Carian Caucasian_Albanian Chakma Cham Cherokee Chorasmian Coptic Cuneiform Cypriot
Cypro_Minoan Cyrillic Deseret Devanagari Dives_Akuru Dogra Duployan Egyptian_Hieroglyphs Elbasan Elymaic Ethiopic Garay Georgian
Glagolitic Gothic Grantha Greek Gujarati Gunjala_Gondi Gurmukhi Gurung_Khema Han Hangul Hanifi_Rohingya Hanunoo Hatran Hebrew Hiragana
Imperial_Aramaic Inscriptional_Pahlavi Inscriptional_Parthian Javanese Kaithi Kannada Katakana Kawi Kayah_Li Kharoshthi
Khitan_Small_Script Khmer Khojki Khudawadi Kirat_Rai Lao Latin Lepcha Limbu Linear_A Linear_B Lisu Lycian Lydian Mahajani Makasar
Malayalam Mandaic Manichaean Marchen Masaram_Gondi Medefaidrin Meetei_Mayek Mende_Kikakui Meroitic_Cursive Meroitic_Hieroglyphs Miao
Modi Mongolian Mro Multani Myanmar Nabataean Nag_Mundari Nandinagari New_Tai_Lue Newa Nko Nushu Nyiakeng_Puachue_Hmong Ogham Ol_Chiki
Ol_Onal Old_Hungarian Old_Italic Old_North_Arabian Old_Permic Old_Persian Old_Sogdian Old_South_Arabian Old_Turkic Old_Uyghur Oriya
Osage Osmanya Pahawh_Hmong Palmyrene Pau_Cin_Hau Phags_Pa Phoenician Psalter_Pahlavi Rejang Runic Samaritan Saurashtra Sharada Shavian
Siddham Sinhala Sogdian Sora_Sompeng Soyombo Sundanese Sunuwar Syloti_Nagri Syriac Tagalog Tagbanwa Tai_Le Tai_Tham Tai_Viet Takri Tamil
Tangsa Tangut Telugu Thaana Thai Tibetan Tifinagh Tirhuta Todhri Toto Tulu_Tigalari Ugaritic Vai Vithkuqi Wancho Warang_Citi Yezidi Yi
Zanabazar_Square`.split(/\s+/);

describe('a text whose letters no installed font has', () => {
  it.each([
    ['ข่าวด่วนวันนี้', 'Thai', '@fontsource-variable/noto-sans-thai'],
    ['속보: 서울 2026', 'Hangul', '@fontsource-variable/noto-sans-kr'],
    ['ข่าว BBC', 'Thai', '@fontsource-variable/noto-sans-thai'],
    ['བོད་ཡིག', 'Tibetan', '@fontsource-variable/noto-serif-tibetan'],
  ])('is not drawn as a blank card: %s', async (title, script, font) => {
    if (isInstalled(font)) return expect(await drawHeadlineCard({ ...small, title })).toMatchObject({ missing: 0 });
    await expect(drawHeadlineCard({ ...small, title, category: 'news' })).rejects.toMatchObject({
      code: 'no_glyphs',
      field: 'title',
      hint: `npm install ${font}`,
      message: expect.stringContaining(script),
    });
    const place = drawStaticMap({ ...small, latitude: 13.75, longitude: 100.5, place: title });
    await expect(place).rejects.toMatchObject({ code: 'no_glyphs', field: 'place' });
  });

  it('is drawn or named, in every script of Unicode', { timeout: 120_000 }, async () => {
    const letters = lettersOfScripts();
    expect(letters.size).toBeGreaterThan(150);
    const drawn: string[] = [];
    for (const [script, characters] of letters) {
      const title = characters.join(' ');
      const { missing } = await fitToFonts(title);
      const result = await drawHeadlineCard({ width: 200, height: 200, title }).then(
        () => 'drawn',
        (error: { code: string; hint: string }) => `${error.code} ${error.hint}`,
      );
      const font = fontFor(title)?.font;
      const known =
        font === undefined ? 'no_glyphs No font package for them is known; use a picture of your own.' : `no_glyphs npm install ${font}`;
      expect(result, script).toBe(missing <= 1 ? 'drawn' : known);
      if (missing === 0) drawn.push(script);
    }
    expect(drawn).toEqual(expect.arrayContaining(['Arabic', 'Cyrillic', 'Devanagari', 'Greek', 'Hebrew', 'Hiragana', 'Katakana', 'Latin']));
  });

  it('is drawn if it lacks a few of them', async () => {
    expect(await drawHeadlineCard({ ...small, title: 'News of Seoul (서울)' })).toMatchObject({
      missing: isInstalled('@fontsource-variable/noto-sans-kr') ? 0 : 2,
    });
  });
});
