/**
 * Estimates how many tokens a text has: about four Latin characters, or one character of the scripts
 * written without spaces, make a token. Good to a quarter either way; providers count differently.
 */
export function estimateTokens(text: string): number {
  const dense = text.match(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g)?.length ?? 0;
  return Math.ceil(dense + (text.length - dense) / 4);
}
