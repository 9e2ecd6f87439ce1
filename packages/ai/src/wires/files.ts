import type { LanguageModelV4FilePart } from '@ai-sdk/provider';

/** Returns the text that represents a text file in a prompt; `undefined` for every other file. */
export function asTextFile(part: LanguageModelV4FilePart): string | undefined {
  if (!isTextType(part.mediaType) || part.data.type !== 'data') return undefined;
  const { data } = part.data;
  const text = typeof data === 'string' ? Buffer.from(data, 'base64').toString('utf8') : new TextDecoder().decode(data);
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
