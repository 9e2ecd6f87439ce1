import { diff3Merge } from 'node-diff3';
import { linesOf, wordsOf } from './word-diff.ts';

/** A part of a merged text: merged, or a conflict for the user to decide. */
export type MergePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'question'; readonly base: string; readonly mine: string; readonly theirs: string };

/** The user's answer: one of the sides, or another text. */
export type TextAnswer = 'mine' | 'theirs' | { readonly text: string };

/**
 * Merges two edits of a text: line by line, and word by word if both changed a line. Changes by one side, or the same change by both, are
 * merged; the rest are conflicts. Nothing of either side is dropped.
 *
 * @example
 * mergeTexts('It rained.\nIt ended.', 'It rained hard.\nIt ended.', 'It rained.\nIt ended late.');
 * // [{kind: 'text', text: 'It rained hard.\nIt ended late.'}]
 */
export function mergeTexts(base: string, mine: string, theirs: string): MergePart[] {
  if (mine === theirs || theirs === base) return text(mine);
  if (mine === base) return text(theirs);
  return joined(
    merge(linesOf(base), linesOf(mine), linesOf(theirs)).flatMap((part) =>
      part.kind === 'text' ? [part] : merge(wordsOf(part.base), wordsOf(part.mine), wordsOf(part.theirs)),
    ),
  );
}

/** Returns the merged text, with answers in order; undefined if one is missing. */
export function answeredText(parts: readonly MergePart[], answers: readonly (TextAnswer | undefined)[]): string | undefined {
  let next = 0;
  const texts = parts.map((part) => {
    if (part.kind === 'text') return part.text;
    const answer = answers[next];
    next += 1;
    if (answer === undefined) return undefined;
    return typeof answer === 'string' ? part[answer] : answer.text;
  });
  return texts.includes(undefined) ? undefined : texts.join('');
}

function merge(base: readonly string[], mine: readonly string[], theirs: readonly string[]): MergePart[] {
  return diff3Merge([...mine], [...base], [...theirs], { excludeFalseConflicts: true }).map((region): MergePart => {
    if (region.ok) return { kind: 'text', text: region.ok.join('') };
    const { a = [], o = [], b = [] } = region.conflict ?? {};
    return { kind: 'question', base: o.join(''), mine: a.join(''), theirs: b.join('') };
  });
}

function text(whole: string): MergePart[] {
  return whole === '' ? [] : [{ kind: 'text', text: whole }];
}

function joined(parts: readonly MergePart[]): MergePart[] {
  const result: MergePart[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (part.kind === 'text' && part.text === '') continue;
    if (part.kind === 'text' && last?.kind === 'text') result[result.length - 1] = { kind: 'text', text: last.text + part.text };
    else result.push(part);
  }
  return result;
}
