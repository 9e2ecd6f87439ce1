/** A text of somebody else within a sentence: its direction is its own, and the words around it keep their places. */
export function isolate(text: string): string {
  return `\u2068${text}\u2069`;
}
