import { asObject, type Json } from '../wires/reply.ts';
import { ToolContent, type ToolContentPart } from './tool-content.ts';

/** The most text of one result that reaches the model, in characters, and the most parts. */
const MAX_TEXT = 200_000;
const MAX_PARTS = 200;

/**
 * Reads the result of an MCP tool for the model: its texts and pictures. Sounds, other files and what exceeds the limits are named instead
 * of passed on.
 *
 * @throws Error with the server's text if the tool reports that it failed
 */
export function readMcpResult(result: unknown): string | ToolContent {
  const { content, structuredContent, isError } = asObject(result);
  const blocks = Array.isArray(content) ? (content as unknown[]) : [];
  const parts = blocks.slice(0, MAX_PARTS).map((block) => toPart(asObject(block)));
  if (blocks.length > MAX_PARTS)
    parts.push({ type: 'text', text: `[${blocks.length - MAX_PARTS} more parts of this result are left out.]` });
  if (blocks.length === 0 && structuredContent !== undefined) parts.push({ type: 'text', text: JSON.stringify(structuredContent) });
  const bounded = boundTexts(parts);
  const text = bounded.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  if (isError === true) throw new Error(text === '' ? 'the server gave no reason' : text);
  if (bounded.every((part) => part.type === 'text')) return text === '' ? 'Done.' : text;
  return new ToolContent(bounded);
}

function toPart(block: Json): ToolContentPart {
  const { type, text, data, mimeType, resource, uri, name } = block;
  if (type === 'text' && typeof text === 'string') return { type: 'text', text };
  if (type === 'image' && typeof data === 'string')
    return { type: 'image', image: data, ...(typeof mimeType === 'string' ? { mimeType } : {}) };
  if (type === 'resource_link') return { type: 'text', text: `[${short(name)}: ${short(uri)}]` };
  if (type === 'resource') {
    const { text: body, uri: address, mimeType: kind } = asObject(resource);
    return { type: 'text', text: typeof body === 'string' ? body : `[The file ${short(address)} (${short(kind)}) is left out.]` };
  }
  return { type: 'text', text: `[A part of the kind ${short(type)} is left out.]` };
}

function boundTexts(parts: readonly ToolContentPart[]): ToolContentPart[] {
  let left = MAX_TEXT;
  return parts.map((part) => {
    if (part.type !== 'text' || part.text.length <= left) {
      if (part.type === 'text') left -= part.text.length;
      return part;
    }
    const text = `${part.text.slice(0, left)}\n[${part.text.length - left} more characters are left out.]`;
    left = 0;
    return { type: 'text', text };
  });
}

function short(value: unknown): string {
  return typeof value === 'string' ? value.replace(/\p{C}/gu, '').slice(0, 300) : 'unknown';
}
