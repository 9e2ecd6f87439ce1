import { toBase64 } from '../bytes/base64.ts';
import type { ContentPart } from '../interface/messages.ts';
import { MAX_IMAGE_BYTES, readImage } from '../text/images.ts';

/** A part of what a tool returns: a text or a picture. */
export type ToolContentPart = { type: 'text'; text: string } | { type: 'image'; image: Uint8Array | string; mimeType?: string };

/** The most pictures of one result. */
const MAX_PICTURES = 16;

/**
 * What a tool returns if it is more than a text: texts and pictures, which the model sees. A picture is bytes, base64 or a `data:` URL of
 * at most 20 MiB; a larger one, or what is no picture, is left out, and the model is told so.
 *
 * @example
 * const show = defineTool({
 *   name: 'show',
 *   parameters: { type: 'object', properties: {} },
 *   execute: async () => new ToolContent([{ type: 'text', text: 'The map:' }, { type: 'image', image: await readFile('map.png') }]),
 * });
 */
export class ToolContent {
  readonly parts: readonly ToolContentPart[];

  constructor(parts: readonly ToolContentPart[]) {
    this.parts = parts;
  }
}

/** The result of a tool as the content of a message: plain JSON, so that the conversation can be stored. */
export function toMessageContent(result: unknown): string | ContentPart[] {
  if (typeof result === 'string') return result;
  if (!(result instanceof ToolContent)) return JSON.stringify(result) ?? 'Done.';
  const budget = { bytes: MAX_IMAGE_BYTES, pictures: MAX_PICTURES };
  const parts = result.parts.map((part): ContentPart =>
    part.type === 'text' ? { type: 'text', text: String(part.text) } : toPicture(part, budget),
  );
  return parts.every((part) => part.type === 'text') ? parts.map((part) => part.text).join('\n') : parts;
}

/** A picture as base64, or a text that says why it is left out. Its size is known before anything is copied. */
function toPicture(part: Extract<ToolContentPart, { type: 'image' }>, budget: { bytes: number; pictures: number }): ContentPart {
  const { image, mimeType } = part;
  const size = typeof image === 'string' ? Math.floor((image.length * 3) / 4) : image instanceof Uint8Array ? image.byteLength : 0;
  if (size > MAX_IMAGE_BYTES) return leftOut(`it is larger than ${MAX_IMAGE_BYTES} bytes`);
  if (size > budget.bytes || budget.pictures === 0) return leftOut('the result has too many pictures');
  try {
    const source = readImage(image, 'a picture', mimeType, []);
    if ('url' in source) return leftOut('it is an address and not its content');
    budget.bytes -= source.data.byteLength;
    budget.pictures -= 1;
    return { type: 'image', image: toBase64(source.data), mimeType: source.mimeType };
  } catch {
    return leftOut('it cannot be read');
  }
}

function leftOut(reason: string): ContentPart {
  return { type: 'text', text: `[A picture of this result is left out: ${reason}.]` };
}
