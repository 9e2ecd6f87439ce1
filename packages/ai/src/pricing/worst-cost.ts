import type { LanguageModelV4CallOptions, LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { ModelPrice } from '../interface/client-options.ts';

/** The number of tokens assumed for an image; more than any current vendor counts. */
const IMAGE_TOKENS = 5000;
/** The overhead of each message and tool. */
const WRAPPING_TOKENS = 50;
/** A page of a document has about two thousand bytes and yields about three thousand tokens. */
const DOCUMENT_BYTES_PER_TOKEN = 0.7;
const LEAST_DOCUMENT_TOKENS = 5000;

/**
 * The maximum number of tokens of a prompt. Text is counted in bytes: no tokenizer yields more tokens than bytes. Images and documents are
 * estimated on the high side.
 */
export function mostInputTokens(
  prompt: LanguageModelV4Prompt,
  options: Pick<LanguageModelV4CallOptions, 'tools' | 'responseFormat'>,
): number {
  let tokens = bytes(JSON.stringify(options.tools ?? [])) + bytes(JSON.stringify(options.responseFormat ?? {}));
  for (const message of prompt) {
    tokens += WRAPPING_TOKENS;
    if (typeof message.content === 'string') tokens += bytes(message.content);
    else for (const part of message.content) tokens += partTokens(part);
  }
  return tokens;
}

function partTokens(part: Exclude<LanguageModelV4Prompt[number], { role: 'system' }>['content'][number]): number {
  if (part.type === 'text' || part.type === 'reasoning') return bytes(part.text);
  if (part.type !== 'file') return bytes(JSON.stringify(part));
  if (part.mediaType.startsWith('image')) return IMAGE_TOKENS;
  const { data } = part;
  const size = data.type === 'data' ? data.data.length : 0;
  if (part.mediaType.startsWith('text/')) return size;
  return Math.max(LEAST_DOCUMENT_TOKENS, Math.ceil(size * DOCUMENT_BYTES_PER_TOKEN));
}

/** The maximum cost of tokens, in US dollars: the highest of the input prices counts. */
export function worstTokenCost(price: ModelPrice, inputTokens: number, outputTokens: number): number {
  const isLong = price.long !== undefined && inputTokens > price.long.aboveTokens;
  const rate = isLong && price.long !== undefined ? price.long : price;
  const input = Math.max(rate.inputPerMillion, rate.cacheWritePerMillion ?? 0);
  return (inputTokens * input + outputTokens * rate.outputPerMillion) / 1_000_000;
}

function bytes(text: string): number {
  return Buffer.byteLength(text);
}
