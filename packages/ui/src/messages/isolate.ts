/** Isolates the direction of a foreign text within a sentence, so that the surrounding words keep their order. */
export function isolate(text: string): string {
  return `\u2068${text}\u2069`;
}
