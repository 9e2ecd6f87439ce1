/** The most frequent words of languages that share a script; folded: they say in which language a text is, and little else. */
const LISTS: Readonly<Record<string, string>> = {
  en: 'the of and to in is that it for was on are as with his they at be this from have or by one had not but what all were when we there can an your which their said if do will each about how up out them then she many some so these would other into has more her two him could',
  de: 'der die das und ist nicht ein eine einen einem einer des dem den mit von zu auf fur im sich auch als wie es an werden aus er hat dass sie nach wird bei noch um am sind so wir war oder uber nur haben durch kann vom zum zur',
  fr: 'le la les de des du et est un une que qui dans pour pas sur au aux avec ce cette il elle nous vous ils par plus sont ne se son sa ses ou mais comme leur tout fait etre ont dont ces meme',
  es: 'el la los las de del y es un una que en por para con no se su al lo como mas pero sus le ya o este si porque esta entre cuando muy sin sobre tambien me hasta hay donde',
  it: 'il lo la gli le di del della dei delle e un una che in per con non si su al da come piu ma sono anche alla nel nella dal questo questa ha essere o se suo sua tra',
  pt: 'o a os as de do da dos das e um uma que em no na nos nas por para com nao se ao mais mas foi como seu sua ou quando muito ja tambem pelo pela ate isso',
  nl: 'de het een en van in is dat op te zijn voor met niet die aan er om ook als dan maar bij nog uit naar heeft hij ze door over wordt deze worden kan geen we of',
};

const WORDS = new Map(Object.entries(LISTS).map(([language, words]) => [language, new Set(words.split(' '))]));

/** Returns whether a folded word is so frequent in a language that it says nothing about a text. */
export function isStopWord(word: string, language: string): boolean {
  return WORDS.get(language)?.has(word) ?? false;
}

/** Returns the language whose frequent words a text has most of; undefined if it has too few of any. */
export function languageOfWords(words: readonly string[]): string | undefined {
  let best: string | undefined;
  let most = 0;
  for (const [language, frequent] of WORDS) {
    let count = 0;
    for (const word of words) if (frequent.has(word)) count += 1;
    if (count > most) [best, most] = [language, count];
  }
  return most >= 2 && most * 12 >= words.length ? best : undefined;
}
