import type { ItemProblem } from '../site/import-report.ts';

/** The type of what is damaged outside of items: addresses, authors and terms, or the rest of a damaged item. */
export const OUTSIDE_OF_ITEMS = 'outside of items';

const NAMED = 1000;
const MAXIMUM_NAME = 200;

/**
 * Returns each `<item>` in a damaged part of an export, as far as it can be told from its text: the first is the damaged one, the
 * others were swallowed by it.
 */
export function damagedItems(
  raw: string,
  { line, items, code, message }: { readonly line: number; readonly items: number; readonly code: string; readonly message: string },
): ItemProblem[] {
  const starts = [...raw.matchAll(/<item(?=[\s/>])/g)].map(({ index }) => index).slice(0, NAMED);
  const problems = starts.map((start, index): ItemProblem => {
    const text = raw.slice(start, starts[index + 1]);
    const at = line + lineEndsIn(raw.slice(0, start));
    return {
      id: textOf(text, 'post_id') || `line ${at}`,
      type: textOf(text, 'post_type') || 'unknown',
      title: textOf(text, 'title'),
      line: at,
      ...(index === 0 ? { code, message } : SWALLOWED),
    };
  });
  // What is not in `raw` any more is counted, without a name.
  const unnamed = Array.from({ length: items - problems.length }, (): ItemProblem => ({
    id: `line ${line}`,
    type: 'unknown',
    title: '',
    line,
    code,
    message,
  }));
  return [...problems, ...unnamed];
}

const SWALLOWED = { code: 'swallowed', message: 'It is inside a damaged item, which ends only behind it.' };

/** Returns the beginning of the text of an element, by its name without a prefix. */
function textOf(raw: string, name: string): string {
  const pattern = new RegExp(String.raw`<(?:[\w.-]{1,50}:)?${name}>\s*(?:<!\[CDATA\[)?([^<\]]{0,${MAXIMUM_NAME}})`);
  return pattern.exec(raw)?.[1]?.trim() ?? '';
}

function lineEndsIn(text: string): number {
  return text.split('\n').length - 1;
}
