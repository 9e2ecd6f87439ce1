import { open } from 'node:fs/promises';
import type { FileTypeResult } from 'file-type';
import { markupType } from './markup-type.ts';
import { readText } from './read-text.ts';

/** The type of a file, detected from its bytes only. */
export interface DetectedType {
  /** Such as `image/png`; `application/octet-stream` for unknown bytes. */
  readonly mimeType: string;
  /** The usual extension of that type, without a dot. */
  readonly extension: string;
}

const UNKNOWN: DetectedType = { mimeType: 'application/octet-stream', extension: 'bin' };
/** Enough bytes to detect whether a file is text, and which kind. */
const HEAD = 65_536;

const MARKUP = {
  svg: { mimeType: 'image/svg+xml', extension: 'svg' },
  html: { mimeType: 'text/html', extension: 'html' },
  xml: { mimeType: 'application/xml', extension: 'xml' },
} as const;
/** Text types by their first characters, which the detector does not know. */
const STARTS: readonly (readonly [string, DetectedType])[] = [
  ['#!', { mimeType: 'text/x-shellscript', extension: 'sh' }],
  ['%PDF-', { mimeType: 'application/pdf', extension: 'pdf' }],
  ['%!PS', { mimeType: 'application/postscript', extension: 'ps' }],
];
const PLAIN: DetectedType = { mimeType: 'text/plain', extension: 'txt' };

/**
 * Detects the type of a file. Its name and its declared type are ignored. The first bytes decide the type of a polyglot file, which is
 * then served as that type.
 */
export async function detectType(path: string): Promise<DetectedType> {
  const found = await detectByBytes(path);
  const ambiguous = found === undefined || found.mime === 'application/xml' || found.mime.startsWith('text/');
  if (!ambiguous) return { mimeType: found.mime.split(';')[0] ?? UNKNOWN.mimeType, extension: found.ext };
  const text = readText(await readHead(path));
  if (text === undefined) return found ? { mimeType: found.mime, extension: found.ext } : UNKNOWN;
  const markup = markupType(text);
  if (markup) return MARKUP[markup];
  const start = STARTS.find(([mark]) => text.trimStart().startsWith(mark))?.[1];
  return start ?? (found ? { mimeType: found.mime, extension: found.ext } : PLAIN);
}

async function detectByBytes(path: string): Promise<FileTypeResult | undefined> {
  // The detector supports more than a hundred formats, and most processes never need it. Its own function for files imports the reader by a
  // name that no bundler sees, and would then find no type at all.
  const [{ fileTypeFromTokenizer }, { fromFile }] = await Promise.all([import('file-type'), import('strtok3')]);
  const tokenizer = await fromFile(path);
  try {
    return await fileTypeFromTokenizer(tokenizer);
  } catch {
    // A file crafted to confuse the detector is of unknown type.
    return undefined;
  } finally {
    await tokenizer.close();
  }
}

async function readHead(path: string): Promise<Uint8Array> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
