const [TAB, LF, CR, SPACE, EQUALS] = [9, 10, 13, 32, 61];

/**
 * Decodes quoted-printable (RFC 2045 §6.7) from the bytes of a part, line ends included: they stay as they were sent. Blanks at
 * the end of a line were added on the way and are removed; invalid escapes are kept as they are.
 */
export function decodeQuotedPrintable(source: Uint8Array): Uint8Array {
  const decoded = new Uint8Array(source.length);
  let length = 0;
  // The length without literal blanks at the end.
  let solid = 0;
  for (let at = 0; at < source.length;) {
    const byte = source[at] ?? 0;
    const next = byte === EQUALS ? afterSoftBreak(source, at + 1) : undefined;
    const code = byte === EQUALS && next === undefined ? hexAt(source, at + 1) : undefined;
    if (next !== undefined) {
      solid = length;
      at = next;
    } else if (code !== undefined) {
      decoded[length++] = code;
      solid = length;
      at += 3;
    } else {
      if (byte === LF || (byte === CR && source[at + 1] === LF)) length = solid;
      decoded[length++] = byte;
      if (byte !== SPACE && byte !== TAB) solid = length;
      at += 1;
    }
  }
  return decoded.subarray(0, solid);
}

/** Returns the offset after a soft line break whose equals sign precedes `at`; undefined if there is none. */
function afterSoftBreak(source: Uint8Array, at: number): number | undefined {
  let end = at;
  while (source[end] === SPACE || source[end] === TAB) end += 1;
  if (end >= source.length) return end;
  if (source[end] === CR) return source[end + 1] === LF ? end + 2 : end + 1;
  return source[end] === LF ? end + 1 : undefined;
}

function hexAt(source: Uint8Array, at: number): number | undefined {
  const [high, low] = [digit(source[at]), digit(source[at + 1])];
  return high === undefined || low === undefined ? undefined : high * 16 + low;
}

function digit(byte = 0): number | undefined {
  if (byte >= 48 && byte <= 57) return byte - 48;
  const letter = byte & ~32;
  return letter >= 65 && letter <= 70 ? letter - 55 : undefined;
}
