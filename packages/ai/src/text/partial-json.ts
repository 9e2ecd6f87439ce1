/**
 * Reads as much of a JSON value as a text that is still being written holds: open texts, lists and objects count as far
 * as they go; a name without its value, and a number or word that may go on, do not.
 *
 * @returns `undefined` when nothing can be read yet.
 */
export function parsePartialJson(text: string): unknown {
  const start = text.search(/[{["]/);
  if (start === -1) return undefined;
  const completed = complete(text.slice(start));
  if (completed === undefined) return undefined;
  try {
    return JSON.parse(completed);
  } catch {
    return undefined;
  }
}

interface Scan {
  /** What closes each container that is open. */
  closers: string[];
  /** Up to where the text is valid once `closersThere` are added. */
  cut: number;
  closersThere: string[];
  /** Whether an object awaits a name rather than a value. */
  wantsName: boolean;
}

function complete(text: string): string | undefined {
  const scan: Scan = { closers: [], cut: 0, closersThere: [], wantsName: false };
  for (let index = 0; index < text.length; index += 1) {
    const letter = text[index] as string;
    if (letter === '"') {
      const end = endOfText(text, index + 1);
      const isName = scan.wantsName;
      if (end === -1) return isName ? finish(text, scan) : openText(text, scan);
      index = end;
      if (!isName) mark(scan, index + 1);
    } else if (letter === '{' || letter === '[') {
      scan.closers.push(letter === '{' ? '}' : ']');
      scan.wantsName = letter === '{';
      mark(scan, index + 1);
    } else if (letter === '}' || letter === ']') {
      if (scan.closers.pop() !== letter) return undefined;
      scan.wantsName = false;
      mark(scan, index + 1);
      if (scan.closers.length === 0) break;
    } else if (letter === ':') scan.wantsName = false;
    else if (letter === ',') {
      // A number or word ends only where something follows it.
      if (scan.cut < index && !scan.wantsName) mark(scan, index);
      scan.wantsName = scan.closers.at(-1) === '}';
    }
  }
  return finish(text, scan);
}

function mark(scan: Scan, cut: number): void {
  scan.cut = cut;
  scan.closersThere = scan.closers.slice();
}

function finish(text: string, { cut, closersThere }: Scan): string | undefined {
  return cut === 0 ? undefined : text.slice(0, cut) + closersThere.toReversed().join('');
}

/** Closes a text that is still being written, without the half of an escape that may end it. */
function openText(text: string, { closers }: Scan): string {
  const whole = text.replace(/\\(?:u[\da-fA-F]{0,3})?$/, (half, offset: number) => (countBackslashes(text, offset) % 2 === 0 ? '' : half));
  return `${whole}"${closers.toReversed().join('')}`;
}

function countBackslashes(text: string, before: number): number {
  let count = 0;
  while (text[before - 1 - count] === '\\') count += 1;
  return count;
}

function endOfText(text: string, from: number): number {
  for (let index = from; index < text.length; index += 1) {
    if (text[index] === '\\') index += 1;
    else if (text[index] === '"') return index;
  }
  return -1;
}
