export interface HeaderLine {
  /** Lower case. */
  readonly name: string;
  /** Unfolded, otherwise as it stands, each byte a character. */
  readonly value: string;
}

/** The bytes before the first empty line. */
export function headerBlockOf(bytes: Uint8Array): Uint8Array {
  for (let index = 0; index < bytes.length; index += 1) {
    if (bytes[index] !== 10) continue;
    const next = bytes[index + 1] === 13 ? index + 2 : index + 1;
    if (bytes[next] === 10) return bytes.subarray(0, index + 1);
  }
  return bytes;
}

/** The header lines of a mail in their order. A line that is none is passed over, as parsers of mail do. */
export function headerLinesOf(block: Uint8Array): HeaderLine[] {
  const text = Buffer.from(block.buffer, block.byteOffset, block.length).toString('latin1');
  const lines: { name: string; parts: string[] }[] = [];
  for (const line of text.split(/\r?\n/)) {
    const last = lines.at(-1);
    if (/^[ \t]/.test(line)) {
      last?.parts.push(line);
      continue;
    }
    const colon = line.indexOf(':');
    if (colon > 0) lines.push({ name: line.slice(0, colon).trimEnd().toLowerCase(), parts: [line.slice(colon + 1)] });
  }
  return lines.map(({ name, parts }) => ({ name, value: parts.join('').trim() }));
}
