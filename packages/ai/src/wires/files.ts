import type { LanguageModelV4FilePart, LanguageModelV4ToolResultPart } from '@ai-sdk/provider';
import { fromBase64 } from '../bytes/base64.ts';

/** Returns the text that represents a text file in a prompt; `undefined` for every other file. */
export function asTextFile(part: LanguageModelV4FilePart): string | undefined {
  if (!isTextType(part.mediaType) || part.data.type !== 'data') return undefined;
  const { data } = part.data;
  const text = typeof data === 'string' ? new TextDecoder().decode(fromBase64(data)) : new TextDecoder().decode(data);
  return part.filename === undefined ? text : `${part.filename}:\n${text}`;
}

/** Whether the bytes of a media type are text. */
export function isTextType(mediaType: string): boolean {
  return /^(?:text\/|application\/(?:json|xml|yaml|x-yaml)$)/.test(mediaType);
}

/** The name under which a file is sent. */
export function fileName(part: LanguageModelV4FilePart, index: number): string {
  return part.filename ?? `file-${index + 1}${part.mediaType === 'application/pdf' ? '.pdf' : ''}`;
}

/** The text of a tool's result, in which a picture is named where it stands. */
export function resultText(output: LanguageModelV4ToolResultPart['output']): string {
  if (output.type === 'text' || output.type === 'error-text') return output.value;
  if (output.type !== 'content') return '';
  return output.value.map((part) => (part.type === 'text' ? part.text : '[picture]')).join('\n');
}

/** The pictures of a tool's result. */
export function resultPictures(output: LanguageModelV4ToolResultPart['output']): LanguageModelV4FilePart[] {
  if (output.type !== 'content') return [];
  return output.value.flatMap((part) =>
    part.type === 'file' ? [{ type: 'file' as const, data: part.data, mediaType: part.mediaType }] : [],
  );
}
