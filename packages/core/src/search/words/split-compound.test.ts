import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldedWords } from '../../text/folded-words.ts';
import { COMPOUNDING, type DocsOf, SHORTEST_COMPOUND, splitCompound } from './split-compound.ts';

/** Words in use by language; each is in ten texts, or in the number behind it. */
const IN_USE: Readonly<Record<string, string>> = {
  de: `haus:80 häuser:30 tür pflege:20 versicherung:40 stadt:90 rat:60 bürger:30 meister wahl:50 kampf verkehr:30 verkehrs:1 mittel:30 straße:70
    bahn:40 hof:30 garten:40 kinder:50 zeitung:30 redaktion arbeit:50 arbeiter:20 markt:30 platz:40 schule:60 lehrer:30 wasser:40 werk strom netz
    haupt bahnhof:30 dorf kirche:30 turm recht:40 anwalt staat:40 bund land:60 kreis tag:90 ordnung rettung dienst:30 wagen feuer wehr umwelt
    schutz:30 gesetz:40 gebung klima wandel jahr:90 hundert fest wissen:30 schaft:1 eigen:30 ver:1 antwort:20 fach kraft:30 stau becken ecken staub
    tier arzt unter nehmen:20 nehmer führung hand schuh eis berg flug hafen zeug blumen topf der:900 mit:900 glied`,
  nl: `stad:50 stads:3 huis:40 bestuur:30 gemeente:40 raad:30 kinderen:30 kind boeken:30 boek winkel verzekering:20 zorg:30 water:30 schap:1 ziekte:20
    krant lezer verkeer:20 plein markt arbeid:20 werk nemer onder overheid dienst:20 school:30 leraar`,
  sv: `stad:40 hus:50 tidning:30 redaktör barn:40 bok handel:20 kommun:30 styrelse skatt:30 verk sjuk hus järn väg station arbete:30 plats vatten skola
    lärare regering:20 chef flyg hamn`,
  da: `kommune:30 bestyrelse by:40 råd hus:40 avis:20 redaktør børne:3 børn:30 have arbejde:30 plads skole lærer sygehus trafik sikkerhed stat:20
    minister regering leder`,
  no: `kommune:30 styre avis:20 redaktør barne:3 hage arbeid:30 plass skole lærer trafikk sikkerhet stat minister regjering sjef jern bane by:30 styret
    fylke ting`,
  fi: `kaupunki:30 kaupungin:20 talo:30 hallitus:20 lehti:20 sanoma:10 koulu:20 opettaja kirja:20 kauppa:20 rauta tie asema vesi laitos terveys keskus:20
    työ paikka päivä koti`,
};

/** What a reader types, and a compound that has it. */
const FOUND: readonly (readonly [language: string, part: string, compound: string])[] = [
  ['de', 'versicherung', 'Pflegeversicherung'],
  ['de', 'pflege', 'Pflegeversicherung'],
  ['de', 'haus', 'Rathausplatz'],
  ['de', 'bürger', 'Bürgermeister'],
  ['de', 'wahl', 'Wahlkampf'],
  ['de', 'verkehr', 'Verkehrsmittel'],
  ['de', 'mittel', 'Verkehrsmittel'],
  ['de', 'straße', 'Bahnhofstraße'],
  ['de', 'bahnhof', 'Hauptbahnhof'],
  ['de', 'garten', 'Kindergarten'],
  ['de', 'zeitung', 'Zeitungsredaktion'],
  ['de', 'redaktion', 'Zeitungsredaktion'],
  ['de', 'markt', 'Arbeitsmarkt'],
  ['de', 'arbeit', 'Arbeitsmarkt'],
  ['de', 'lehrer', 'Schullehrer'],
  ['de', 'strom', 'Stromnetz'],
  ['de', 'turm', 'Kirchturm'],
  ['de', 'anwalt', 'Rechtsanwalt'],
  ['de', 'staat', 'Staatsanwalt'],
  ['de', 'land', 'Bundesland'],
  ['de', 'dienst', 'Rettungsdienst'],
  ['de', 'wagen', 'Rettungswagen'],
  ['de', 'schutz', 'Umweltschutzgesetz'],
  ['de', 'gesetz', 'Umweltschutzgesetz'],
  ['de', 'wandel', 'Klimawandel'],
  ['de', 'jahr', 'Jahrhundert'],
  ['de', 'schuh', 'Handschuh'],
  ['de', 'hafen', 'Flughafen'],
  ['de', 'blumen', 'Blumentopf'],
  ['nl', 'bestuur', 'Stadsbestuur'],
  ['nl', 'raad', 'Gemeenteraad'],
  ['nl', 'winkel', 'Boekenwinkel'],
  ['nl', 'verzekering', 'Zorgverzekering'],
  ['nl', 'lezer', 'Krantenlezer'],
  ['nl', 'markt', 'Arbeidsmarkt'],
  ['nl', 'dienst', 'Overheidsdienst'],
  ['nl', 'verkeer', 'Verkeersplein'],
  ['sv', 'redaktör', 'Tidningsredaktör'],
  ['sv', 'handel', 'Barnhandel'],
  ['sv', 'styrelse', 'Kommunstyrelse'],
  ['sv', 'arbete', 'Arbetesplats'],
  ['sv', 'skola', 'Vattenskola'],
  ['sv', 'chef', 'Regeringschef'],
  ['da', 'bestyrelse', 'Kommunebestyrelse'],
  ['da', 'redaktør', 'Avisredaktør'],
  ['da', 'plads', 'Arbejdsplads'],
  ['da', 'sikkerhed', 'Trafiksikkerhed'],
  ['da', 'minister', 'Statsminister'],
  ['da', 'leder', 'Regeringsleder'],
  ['no', 'styre', 'Kommunestyre'],
  ['no', 'plass', 'Arbeidsplass'],
  ['no', 'sikkerhet', 'Trafikksikkerhet'],
  ['no', 'minister', 'Statsminister'],
  ['no', 'bane', 'Jernbane'],
  ['fi', 'talo', 'Kaupungintalo'],
  ['fi', 'hallitus', 'Kaupunginhallitus'],
  ['fi', 'lehti', 'Sanomalehti'],
  ['fi', 'kauppa', 'Kirjakauppa'],
  ['fi', 'asema', 'Rautatieasema'],
  ['fi', 'keskus', 'Terveyskeskus'],
];

/** Words that are none, or not of these parts. */
const APART: readonly (readonly [language: string, part: string, word: string])[] = [
  ['de', 'schaft', 'Wissenschaft'],
  ['de', 'antwort', 'Verantwortung'],
  ['de', 'glied', 'Mitglied'],
  ['de', 'hand', 'Verhandlung'],
  ['de', 'rat', 'Beratung'],
  ['de', 'recht', 'Berechtigung'],
  ['de', 'haus', 'Hausaufgabenheft'],
  ['de', 'stadt', 'Stadtteilen'],
  ['nl', 'schap', 'Waterschap'],
  ['en', 'house', 'warehouse'],
];

function docsIn(language: string): DocsOf {
  const docs = new Map<string, number>();
  for (const entry of (IN_USE[language] ?? '').split(/\s+/)) {
    const [written = '', count = '10'] = entry.split(':');
    for (const word of foldedWords(written)) docs.set(word, Number(count));
  }
  return (word) => docs.get(word) ?? 0;
}

function partsOf(language: string, compound: string): readonly string[] {
  return splitCompound(foldedWords(compound)[0] ?? '', language, docsIn(language)) ?? [];
}

describe('compounds', () => {
  it('are found by their parts: at least 45 of 60', () => {
    const missed = FOUND.filter(([language, part, compound]) => !partsOf(language, compound).includes(foldedWords(part)[0] ?? ''));
    console.log(
      `compounds not found by a part: ${missed.map(([language, part, compound]) => `${language} ${part}/${compound}`).join(', ')}`,
    );
    expect(FOUND.length).toBe(60);
    expect(missed.length).toBeLessThanOrEqual(15);
  });

  it('are no other words: at most 3 wrong', () => {
    const wrong = APART.filter(([language, part, word]) => partsOf(language, word).includes(foldedWords(part)[0] ?? ''));
    expect(wrong.length).toBeLessThanOrEqual(3);
  });

  it('are split by the parts that most texts have', () => {
    const docs = new Map(Object.entries({ staub: 5, ecken: 5, stau: 20, becken: 20 }));
    expect(splitCompound('staubecken', 'de', (word) => docs.get(word) ?? 0)).toEqual(['stau', 'becken']);
  });

  it('have parts of at least four letters that are in use, whatever the word', () => {
    const word = fc.stringMatching(/^[a-e]{4,14}$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 2, maxLength: 12 }), fc.constantFrom(...COMPOUNDING), (known, language) => {
        const compound = known.slice(0, 3).join('');
        fc.pre(compound.length >= SHORTEST_COMPOUND);
        const parts = splitCompound(compound, language, (each) => (known.includes(each) ? 3 : 0));
        expect(parts).toBeDefined();
        for (const part of parts ?? []) expect(known).toContain(part);
        expect(compound.startsWith(parts?.[0] ?? '-') && compound.endsWith(parts?.at(-1) ?? '-')).toBe(true);
      }),
    );
  });
});
