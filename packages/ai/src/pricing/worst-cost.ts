import type { LanguageModelV4CallOptions, LanguageModelV4FilePart, LanguageModelV4Prompt } from '@ai-sdk/provider';
import { utf8Length } from '../bytes/base64.ts';
import type { ModelPrice } from '../interface/client-options.ts';
import { hourPrice } from './find-price.ts';
import { mostPictureTokens } from './picture-tokens.ts';

/** The overhead of each message and tool. */
const WRAPPING_TOKENS = 50;
/** A page of a document is read as text and as a picture. */
const TOKENS_OF_A_PAGE = 8000;
/** No vendor accepts more. */
const MOST_PAGES = 1000;

/** The model that a prompt is for. */
export interface PricedModel {
  kind: string;
  model: string;
}

/**
 * The maximum number of tokens of a prompt. Text is counted in bytes: no tokenizer yields more tokens than bytes. Pictures are counted by
 * vendor, model and size, documents by their pages.
 */
export function mostInputTokens(
  prompt: LanguageModelV4Prompt,
  options: Pick<LanguageModelV4CallOptions, 'tools' | 'responseFormat'>,
  model: PricedModel,
): number {
  let tokens = bytes(JSON.stringify(options.tools ?? [])) + bytes(JSON.stringify(options.responseFormat ?? {}));
  for (const message of prompt) {
    tokens += WRAPPING_TOKENS;
    if (typeof message.content === 'string') tokens += bytes(message.content);
    else for (const part of message.content) tokens += partTokens(part, model);
  }
  return tokens;
}

function partTokens(part: Exclude<LanguageModelV4Prompt[number], { role: 'system' }>['content'][number], model: PricedModel): number {
  if (part.type === 'text' || part.type === 'reasoning') return bytes(part.text);
  if (part.type === 'file') return fileTokens(part, model);
  if (part.type !== 'tool-result' || part.output.type !== 'content') return bytes(JSON.stringify(part));
  const { value, ...output } = part.output;
  return value.reduce(
    (sum, entry) => sum + (entry.type === 'file' ? fileTokens(entry, model) : bytes(JSON.stringify(entry))),
    bytes(JSON.stringify({ ...part, output })),
  );
}

function fileTokens(part: Pick<LanguageModelV4FilePart, 'data' | 'mediaType'>, model: PricedModel): number {
  const { data } = part;
  const content = data.type === 'data' ? data.data : undefined;
  if (part.mediaType.startsWith('image')) return mostPictureTokens(model.kind, model.model, content);
  // What the vendor fetches itself may have any length.
  if (part.mediaType.startsWith('text/')) return content?.length ?? MOST_PAGES * TOKENS_OF_A_PAGE;
  return mostPages(content) * TOKENS_OF_A_PAGE + (content?.length ?? 0);
}

/**
 * The most pages of a PDF: as many as its page tree refers to, or the most that any vendor accepts if the tree is compressed, encrypted, or
 * written in a way that hides its size. A document may come from anyone.
 */
function mostPages(content: Uint8Array | string | undefined): number {
  if (content === undefined) return MOST_PAGES;
  const text = typeof content === 'string' ? decode(content) : new TextDecoder('latin1').decode(content);
  if (!text.startsWith('%PDF') || /\/(?:ObjStm|Encrypt)\b|\/[^\s/<>[\]()%]{0,100}#/.test(text)) return MOST_PAGES;
  const pages: string[] = [];
  for (const [, kids = ''] of text.matchAll(/\/Kids\s*(\[[^\]]*\]|.)/g)) {
    if (!kids.startsWith('[') || kids.includes('%')) return MOST_PAGES;
    pages.push(...(kids.match(/\d+\s+\d+\s+R/g) ?? []));
  }
  // A node that is referred to twice may multiply the pages below it.
  if (pages.length === 0 || new Set(pages.map((page) => page.replace(/\s+/g, ' '))).size < pages.length) return MOST_PAGES;
  return Math.min(MOST_PAGES, pages.length);
}

function decode(base64: string): string {
  try {
    return atob(base64);
  } catch {
    return '';
  }
}

/**
 * The most searches that a vendor may bill for one query of `rerank`: one for every hundred documents, of which one longer than 500 tokens,
 * with the query, counts as several. Tokens are counted in bytes.
 */
export function mostSearches(query: string, documents: readonly string[]): number {
  const perDocument = Math.max(1, 500 - bytes(query));
  const pieces = documents.reduce((sum, document) => sum + Math.max(1, Math.ceil(bytes(document) / perDocument)), 0);
  return Math.ceil(pieces / 100);
}

/** Whether a price is one of tokens: that of an image or of a minute says nothing about them. */
export function pricesTokens(price: ModelPrice): boolean {
  if (price.inputPerMillion > 0 || price.outputPerMillion > 0) return true;
  const { perImage, perVideoSecond, speechPerMillionCharacters, perSearch, perTranscribedMinute } = price;
  return [perImage, perVideoSecond, speechPerMillionCharacters, perSearch, perTranscribedMinute].every((amount) => amount === undefined);
}

/**
 * The maximum cost of tokens, in US dollars: the highest of the input prices counts, and no prompt is longer than the model's context.
 *
 * @param factor what the options of the call multiply the price by
 * @param keepsAnHour whether the call may write to the cache for an hour, which has a price of its own
 */
export function worstTokenCost(price: ModelPrice, inputTokens: number, outputTokens: number, factor = 1, keepsAnHour = false): number {
  const tokens = Math.min(inputTokens, price.contextTokens ?? Infinity);
  const isLong = price.long !== undefined && tokens > price.long.aboveTokens;
  // Below the boundary the other prices may still be the higher ones: the count is an upper bound.
  const rates = isLong && price.long !== undefined ? [price, price.long] : [price];
  const input = Math.max(
    ...rates.map((rate) => Math.max(rate.inputPerMillion, rate.cacheWritePerMillion ?? 0, keepsAnHour ? hourPrice(rate) : 0)),
  );
  const output = Math.max(...rates.map((rate) => rate.outputPerMillion));
  return ((tokens * input + outputTokens * output) / 1_000_000) * Math.max(1, factor);
}

/** Whether a call, by its prompt, its tools or its options, asks to keep something in the cache for an hour. */
export function asksForAnHour(prompt: LanguageModelV4Prompt, ...rest: readonly unknown[]): boolean {
  const marks = prompt.map(({ content, providerOptions }) => [
    providerOptions,
    typeof content === 'string' ? [] : content.map((part) => part.providerOptions),
  ]);
  return /"1h"/.test(JSON.stringify([marks, rest]));
}

function bytes(text: string): number {
  return utf8Length(text);
}
