import type { FormFields } from '../../../state/editor/form.ts';

/** What changed in what readers see: from the first word that differs to the last. */
export interface ChangeForReaders {
  readonly before: string;
  readonly after: string;
  /** Whether readers should probably be told; a person decides. */
  readonly isSubstantial: boolean;
}

/** Changed words from which a change is more than a slip of the pen. */
const SUBSTANTIAL_WORDS = 8;

/** Compares two texts of a piece. Numbers, and the title, are never a small matter. */
export function changeForReaders(
  base: Pick<FormFields, 'title' | 'description' | 'body'>,
  now: Pick<FormFields, 'title' | 'description' | 'body'>,
): ChangeForReaders | null {
  const changed = (['title', 'description', 'body'] as const).flatMap((field) => {
    const region = regionOf(base[field] ?? '', now[field] ?? '');
    return region === null ? [] : [{ field, ...region }];
  });
  const [first] = changed;
  if (first === undefined) return null;
  const words = changed.reduce((sum, { before, after }) => sum + Math.max(count(before), count(after)), 0);
  const isOfNumbers = changed.some(({ before, after }) => numbersOf(before) !== numbersOf(after));
  const isSubstantial = words >= SUBSTANTIAL_WORDS || isOfNumbers || changed.some(({ field }) => field === 'title');
  const { before, after } = changed.length === 1 ? first : { before: '', after: '' };
  return { before, after, isSubstantial };
}

/** The words between what two texts have in common at their beginnings and ends. */
function regionOf(before: string, after: string): { readonly before: string; readonly after: string } | null {
  if (before === after) return null;
  const [old, young] = [before.split(/(?<=\s)/), after.split(/(?<=\s)/)];
  let from = 0;
  while (from < old.length && from < young.length && old[from] === young[from]) from += 1;
  let end = 0;
  const most = Math.min(old.length, young.length) - from;
  while (end < most && old[old.length - 1 - end] === young[young.length - 1 - end]) end += 1;
  const cut = (words: readonly string[]): string =>
    words
      .slice(from, words.length - end)
      .join('')
      .trim();
  return { before: cut(old), after: cut(young) };
}

function count(text: string): number {
  return text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
}

function numbersOf(text: string): string {
  return (text.match(/\p{N}+/gu) ?? []).join(' ');
}
