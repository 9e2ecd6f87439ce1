/** Words that look inflected and are not, or whose forms no rule finds. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    (
      'news series species means always perhaps business during nothing something anything everything evening morning ceiling sibling ' +
      'wedding proceed succeed exceed indeed lens mathematics physics politics economics ethics statistics athletics canvas atlas chaos bias'
    )
      .split(' ')
      .map((word) => [word, word]),
  ),
  proceeds: 'proceed',
  succeeds: 'succeed',
  exceeds: 'exceed',
  used: 'use',
  using: 'use',
  uses: 'use',
  freed: 'free',
  men: 'man',
  women: 'woman',
  children: 'child',
  feet: 'foot',
  mice: 'mouse',
};

const DOUBLED = /([bdfgmnprt])\1$/;

/**
 * Returns the form that the inflections of an English word share: plurals, -ed and -ing, in British and American spelling. Words that are
 * derived from each other stay apart (`organ`, `organize`): whoever searches for one does not mean the other.
 *
 * The first step of M. F. Porter, "An algorithm for suffix stripping" (1980), and the final e of its last.
 */
export function englishKeys(word: string): readonly string[] {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return [word];
  const known = Object.hasOwn(EXCEPTIONS, word) ? EXCEPTIONS[word] : undefined;
  return [known ?? ending(withoutFinalE(withoutEnding(withoutPlural(spelled(word)))))];
}

/** British and American spelling become one; what is spelled so for another reason just has an odd key. */
function spelled(word: string): string {
  return word
    .replace(/^(.{3,})is(e|es|ed|er|ers|ing|ation|ations)$/, '$1iz$2')
    .replace(/^(.{4,}y)s(e|es|ed|er|ers|ing)$/, '$1z$2')
    .replace(/^(.{3,})our(|s|ed|ing|able|ful|hood|ite|ites|er|ers)$/, '$1or$2');
}

/** The same where only the stem shows it: theatre and theater, enrol and enroll. */
function ending(stem: string): string {
  return stem.length < 5 ? stem : stem.replace(/tr$/, 'ter').replace(/ll$/, 'l');
}

function withoutPlural(word: string): string {
  if (!word.endsWith('s') || /(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh|zz|[^o]o)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

function withoutEnding(word: string): string {
  if (Object.hasOwn(EXCEPTIONS, word)) return word;
  if (word.endsWith('ied') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (word.endsWith('eed')) return word.length > 5 ? word.slice(0, -1) : word;
  const stem = word.endsWith('ed') ? word.slice(0, -2) : word.endsWith('ing') ? word.slice(0, -3) : undefined;
  if (stem === undefined || stem.length < 2 || !hasVowel(stem)) return word;
  if (/(?:at|bl|iz|is|iv)$/.test(stem) && stem.length > 3) return `${stem}e`;
  if (DOUBLED.test(stem) && stem.length > 3) return stem.slice(0, -1);
  if (measure(stem) === 1 && endsShort(stem)) return `${stem}e`;
  return stem.length < 3 ? word : stem;
}

function withoutFinalE(word: string): string {
  // Movies become movy, and so does a movie.
  if (word.endsWith('ie') && word.length > 4) return `${word.slice(0, -2)}y`;
  if (!word.endsWith('e') || word.endsWith('ee')) return word;
  const stem = word.slice(0, -1);
  const length = measure(stem);
  return length > 1 || (length === 1 && !endsShort(stem)) ? stem : word;
}

function hasVowel(stem: string): boolean {
  return /[aeiou]|[^aeiou]y/.test(stem);
}

/** The number of times that a consonant follows a vowel. */
function measure(stem: string): number {
  return stem.replaceAll(/(?<=[^aeiou])y/g, 'i').match(/[aeiou]+[^aeiou]+/g)?.length ?? 0;
}

/** Consonant, vowel, consonant other than w, x and y: such stems have lost an e. */
function endsShort(stem: string): boolean {
  return /[^aeiou][aeiouy][^aeiouwxy]$/.test(stem) || /^[aeiou][^aeiouwxy]$/.test(stem);
}
