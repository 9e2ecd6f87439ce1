/**
 * Estimates the number of tokens in a text: about four Latin characters, or one character of scripts written without spaces, per token.
 * Accurate to about 25%; providers count differently.
 */
export function estimateTokens(text: string): number {
  const dense = text.match(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g)?.length ?? 0;
  return Math.ceil(dense + (text.length - dense) / 4);
}
