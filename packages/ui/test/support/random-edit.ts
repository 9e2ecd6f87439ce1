import type { FormFields } from '../../src/state/editor/form.ts';

/** A number from 0 up to a bound, not included. */
export type Random = (bound: number) => number;

/** The same numbers for the same seed. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

/** One to four changes of a piece, whose new words are told apart by their name. */
export function randomEdit(form: FormFields, name: string, random: Random): Partial<FormFields> {
  let changed: Partial<FormFields> = {};
  for (let index = 0; index <= random(4); index += 1)
    changed = { ...changed, ...oneChange({ ...form, ...changed }, `${name}${index}`, random) };
  return changed;
}

function oneChange(form: FormFields, word: string, random: Random): Partial<FormFields> {
  const what = random(10);
  if (what === 0) return { title: `${form.title.split(' ').slice(0, 4).join(' ')} ${word}` };
  if (what === 1) return { tags: [...form.tags.slice(random(2)), word].slice(-8) };
  if (what === 2) return { metadata: { ...form.metadata, [`key-${random(3)}`]: word } };
  if (what === 3) return { description: `About ${word}` };
  const paragraphs = form.body.split('\n\n');
  const at = random(paragraphs.length);
  const words = (paragraphs[at] ?? '').split(' ');
  const place = random(words.length);
  if (what === 4) paragraphs.splice(at, 0, `Paragraph ${word} here.`);
  else if (what === 5 && paragraphs.length > 4) paragraphs.splice(at, 1);
  else {
    if (what < 8) words.splice(place, 1, word);
    else words.splice(place, 0, word);
    paragraphs[at] = words.join(' ');
  }
  return { body: paragraphs.join('\n\n') };
}

/** Every word of a form, wherever it stands. */
export function wordsOf(form: object): Set<string> {
  return new Set(JSON.stringify(form).match(/[\p{L}\p{N}-]+/gu));
}
