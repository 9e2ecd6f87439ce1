import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { MarkdownError } from '../markdown/markdown-error.ts';
import { type OwnFieldsOfType, type Post, postOf } from '../markdown/post.ts';
import { type ParsedMarkdown, parseMarkdown } from '../markdown/string-to-content.ts';

/** A parsed post of a folder. */
export interface ReadPost {
  readonly file: string;
  readonly sha256: string;
  readonly parsed: ParsedMarkdown;
  readonly post: Post;
}

const MAXIMUM_BYTES = 10_000_000;

/**
 * Reads a post, with the fields that only its type has. A link that replaced the file since the folder was listed is not followed.
 *
 * @throws MarkdownError with the line and column of the fault
 */
export async function readPost(root: string, file: string, ownFieldsOfType: OwnFieldsOfType): Promise<ReadPost> {
  const bytes = await readBytes(root, file);
  const parsed = parseMarkdown(textOf(bytes));
  return { file, sha256: sha256Of(bytes), parsed, post: postOf(parsed, file, ownFieldsOfType) };
}

/** Returns the SHA-256 of a post, in hex. @throws MarkdownError if the file is too large */
export async function hashFile(root: string, file: string): Promise<string> {
  return sha256Of(await readBytes(root, file));
}

/** Returns the SHA-256, in hex. */
export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/**
 * Returns the bytes of a file of a folder. A link that replaced it since the folder was listed is not followed.
 *
 * @throws MarkdownError if it is larger than `maximum`
 */
export async function readBytes(root: string, file: string, maximum: number = MAXIMUM_BYTES): Promise<Buffer> {
  const handle = await open(join(root, ...file.split('/')), constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const { size } = await handle.stat();
    if (size > maximum) throw new MarkdownError('not_text', `the file is larger than ${maximum} bytes.`, { line: 1, column: 1 });
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

/** Decodes UTF-8 that a database can store; a byte order mark is part of the text. @throws MarkdownError */
export function textOf(bytes: Uint8Array): string {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    const text = decoder.decode(bytes);
    const nul = text.indexOf('\0');
    if (nul < 0) return text;
    throw new MarkdownError('not_text', 'this is a NUL character.', placeOf(text.slice(0, nul)));
  } catch (error) {
    if (error instanceof MarkdownError) throw error;
    throw new MarkdownError('not_text', 'this is not UTF-8.', placeOf(wellFormedStart(bytes)), 'Save the file as UTF-8.');
  }
}

/** Returns the text before the first byte that is not UTF-8. */
function wellFormedStart(bytes: Uint8Array): string {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const encoder = new TextEncoder();
  let at = text.indexOf('\uFFFD');
  // The file may contain the replacement character itself.
  while (at >= 0) {
    const before = encoder.encode(text.slice(0, at)).length;
    if (!(bytes[before] === 0xef && bytes[before + 1] === 0xbf && bytes[before + 2] === 0xbd)) return text.slice(0, at);
    at = text.indexOf('\uFFFD', at + 1);
  }
  return text;
}

function placeOf(before: string): { line: number; column: number } {
  const lines = before.split(/\r\n|\n|\r/);
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}
