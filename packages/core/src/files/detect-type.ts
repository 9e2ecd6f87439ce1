import { open } from 'node:fs/promises';
import { markupType } from './markup-type.ts';
import { readText } from './read-text.ts';

/** What a file is, by its bytes alone. */
export interface DetectedType {
  /** Such as `image/png`; `application/octet-stream` when the bytes tell nothing. */
  readonly mimeType: string;
  /** The usual extension of that type, without a dot. */
  readonly extension: string;
}

const UNKNOWN: DetectedType = { mimeType: 'application/octet-stream', extension: 'bin' };
/** Enough to see whether it is text, and what kind of. */
const HEAD = 65_536;

const MARKUP = {
  svg: { mimeType: 'image/svg+xml', extension: 'svg' },
  html: { mimeType: 'text/html', extension: 'html' },
  xml: { mimeType: 'application/xml', extension: 'xml' },
} as const;
/** Text by how it starts, where the detector does not look. */
const STARTS: readonly (readonly [string, DetectedType])[] = [
  ['#!', { mimeType: 'text/x-shellscript', extension: 'sh' }],
  ['%PDF-', { mimeType: 'application/pdf', extension: 'pdf' }],
  ['%!PS', { mimeType: 'application/postscript', extension: 'ps' }],
];
const PLAIN: DetectedType = { mimeType: 'text/plain', extension: 'txt' };

/**
 * Finds out what a file is. Neither its name nor what was declared is looked at. A file that is of two types at once is of the
 * one that its first bytes say, which is how it is handed out.
 */
export async function detectType(path: string): Promise<DetectedType> {
  // The detector knows more than a hundred formats, and most processes never need it.
  const { fileTypeFromFile } = await import('file-type');
  // A file made to confuse the detector is of no known type.
  const found = await fileTypeFromFile(path).catch(() => undefined);
  const ambiguous = found === undefined || found.mime === 'application/xml' || found.mime.startsWith('text/');
  if (!ambiguous) return { mimeType: found.mime.split(';')[0] ?? UNKNOWN.mimeType, extension: found.ext };
  const text = readText(await readHead(path));
  if (text === undefined) return found ? { mimeType: found.mime, extension: found.ext } : UNKNOWN;
  const markup = markupType(text);
  if (markup) return MARKUP[markup];
  const start = STARTS.find(([mark]) => text.trimStart().startsWith(mark))?.[1];
  return start ?? (found ? { mimeType: found.mime, extension: found.ext } : PLAIN);
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
