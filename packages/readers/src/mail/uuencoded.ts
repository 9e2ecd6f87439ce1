/** A file that was written into a text by uuencode. */
export interface UuencodedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const BEGIN = /(?:^|\n)begin [0-7]{3,4} (\S[^\r\n]{0,999})\r*(?=\n)/g;

/**
 * Takes the uuencoded files out of a text, in one pass. A block that is damaged, or has no end, stays in the text.
 *
 * @param text with LF or CR LF at line ends
 */
export function takeUuencoded(text: string): { text: string; files: readonly UuencodedFile[] } {
  const kept: string[] = [];
  const files: UuencodedFile[] = [];
  const begin = new RegExp(BEGIN);
  let from = 0;
  for (let match = begin.exec(text); match; match = begin.exec(text)) {
    const block = readBlock(text, match.index + match[0].length + 1);
    if (!block) continue;
    files.push({ name: (match[1] ?? '').trim(), bytes: block.bytes });
    kept.push(text.slice(from, match.index));
    from = block.end;
    begin.lastIndex = from;
  }
  return files.length === 0 ? { text, files } : { text: `${kept.join('')}${text.slice(from)}`, files };
}

/**
 * Decodes the lines from an offset up to `end`, whose own end is returned; undefined if one of them is not uuencoded. A line that
 * begins another block never is, so no line is read twice.
 */
function readBlock(text: string, start: number): { bytes: Uint8Array; end: number } | undefined {
  const chunks: Buffer[] = [];
  let isAtEnd = false;
  for (let at = start; at < text.length;) {
    const lineEnd = text.indexOf('\n', at);
    const next = lineEnd < 0 ? text.length : lineEnd;
    const line = text.slice(at, Math.min(next, at + LONGEST_LINE)).replace(/\r+$/, '');
    if (line.trimEnd() === 'end') return { bytes: Buffer.concat(chunks), end: next };
    const size = line === '' ? 0 : (line.charCodeAt(0) - 32) & 63;
    if (isAtEnd || /[^ -`]/.test(line)) return undefined;
    if (size === 0) isAtEnd = true;
    // Some programs add a checksum, and blanks at the end of a line may have been lost on the way.
    else if (line.length > Math.ceil(size / 3) * 4 + 2) return undefined;
    else chunks.push(decodeLine(line.slice(1), size));
    at = next + 1;
  }
  return undefined;
}

/** More than any line of a block has. */
const LONGEST_LINE = 100;

function decodeLine(line: string, size: number): Buffer {
  const decoded = Buffer.alloc(Math.ceil(size / 3) * 3);
  const valueAt = (index: number): number => ((line.charCodeAt(index) || 32) - 32) & 63;
  for (let group = 0; group * 3 < size; group += 1) {
    const [a, b, c, d] = [0, 1, 2, 3].map((offset) => valueAt(group * 4 + offset)) as [number, number, number, number];
    decoded[group * 3] = (a << 2) | (b >> 4);
    decoded[group * 3 + 1] = ((b & 15) << 4) | (c >> 2);
    decoded[group * 3 + 2] = ((c & 3) << 6) | d;
  }
  return decoded.subarray(0, size);
}
