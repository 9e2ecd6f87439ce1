const OPENING = '<![CDATA[';
const CLOSING = ']]>';

/**
 * Whether a CDATA section in a unit was probably never closed, and has swallowed what follows up to the end of another one. XML
 * allows that, and would read the elements of several items as the text of one. In a text that is meant to show `<![CDATA[`, the
 * export itself closes it: `]]>` is written as two sections side by side.
 */
export function hasUnclosedCdata(raw: string): boolean {
  for (let start = raw.indexOf(OPENING); start >= 0;) {
    const { text, end } = sectionAt(raw, start);
    if (opensAnother(text) && leavesElement(text, raw.slice(Math.max(0, start - 1000), start))) return true;
    start = raw.indexOf(OPENING, end);
  }
  return false;
}

/** Returns the text of a section, with those that follow it immediately, and its end. */
function sectionAt(raw: string, start: number): { text: string; end: number } {
  const texts: string[] = [];
  let end = start;
  while (raw.startsWith(OPENING, end)) {
    const closing = raw.indexOf(CLOSING, end + OPENING.length);
    const until = closing < 0 ? raw.length : closing;
    texts.push(raw.slice(end + OPENING.length, until));
    end = Math.min(raw.length, until + CLOSING.length);
  }
  return { text: texts.join(''), end };
}

/** Whether a text contains the start of a section without its end. */
function opensAnother(text: string): boolean {
  const start = text.lastIndexOf(OPENING);
  return start >= 0 && !text.includes(CLOSING, start);
}

/** Whether a text contains the end of the element around it, or the start or end of an item. */
function leavesElement(text: string, before: string): boolean {
  if (/<\/?item[\s/>]/.test(text)) return true;
  const element = /<([^\s<>/!?]+)[^<>]*>\s*$/.exec(before)?.[1];
  return element !== undefined && text.includes(`</${element}>`);
}
