/** Returns a text for comparing names: without case and accents, as the server compares them. */
export function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}
