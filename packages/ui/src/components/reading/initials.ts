/** Returns the first letters of the first two words, in capitals: `budget approved` → `BA`. */
export function initialsOf(text: string): string {
  const words = text.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu) ?? [];
  return words
    .slice(0, 2)
    .map((word) => String.fromCodePoint(word.codePointAt(0) ?? 0).toLocaleUpperCase())
    .join('');
}
