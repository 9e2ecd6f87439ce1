import { Readable } from 'node:stream';
import { NotFoundError } from '../errors/errors.ts';
import { readRange } from './byte-range.ts';
import { contentDisposition } from './content-disposition.ts';
import type { ByteRange, FileStore } from './file-store.ts';
import { verifiedBytes } from './verified-bytes.ts';

/** A stored file, and how to serve it. */
export interface ServedFile {
  readonly key: string;
  readonly size: number;
  readonly sha256: string;
  readonly mimeType: string;
  readonly name: string;
  readonly cacheControl: string;
}

/** Types that browsers show without running anything in them: raster images, audio and video. No SVG, no PDF. */
const SHOWN = /^(?:image\/(?:png|apng|jpeg|gif|webp|avif)|audio\/[\w.+-]+|video\/[\w.+-]+)$/;

/**
 * Answers a GET or HEAD with a file: whole, the requested range (206, 416), or 304 if the client has it (RFC 9110). Whatever its bytes
 * contain, no browser treats it as a page of this site: its type is fixed, it is sandboxed, and everything that cannot be shown safely is a
 * download. A whole file is checked as it passes: if its bytes are not those recorded, the response is cut before its end.
 *
 * @param onDamaged is told of a file whose bytes are damaged, or cannot be read to the end
 */
export async function fileResponse(
  request: Request,
  store: FileStore,
  file: ServedFile,
  more: Readonly<Record<string, string>> = {},
  onDamaged?: (error: Error) => void,
): Promise<Response> {
  const tag = `"${file.sha256}"`;
  const headers: Record<string, string> = {
    ...more,
    ETag: tag,
    'Cache-Control': file.cacheControl,
    Vary: 'Authorization, Cookie, X-Tenant',
    'Accept-Ranges': 'bytes',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "sandbox; default-src 'none'",
  };
  if (holds(request.headers.get('if-none-match'), tag)) return new Response(null, { status: 304, headers });
  const isHead = request.method === 'HEAD';
  const asked =
    isHead || !rangeStands(request.headers.get('if-range'), tag) ? undefined : readRange(request.headers.get('range'), file.size);
  if (asked === 'unsatisfiable') {
    return new Response(null, {
      status: 416,
      headers: { ...headers, 'Cache-Control': 'no-store', 'Content-Range': `bytes */${file.size}` },
    });
  }
  headers['Content-Type'] = file.mimeType.startsWith('text/') ? `${file.mimeType}; charset=utf-8` : file.mimeType;
  headers['Content-Disposition'] = contentDisposition(SHOWN.test(file.mimeType) ? 'inline' : 'attachment', file.name);
  headers['Content-Length'] = String(asked ? asked.last - asked.first + 1 : file.size);
  if (asked) headers['Content-Range'] = `bytes ${asked.first}-${asked.last}/${file.size}`;
  const body = isHead ? await present(store, file) : await bytesOf(store, file, asked, onDamaged);
  return new Response(body, { status: asked ? 206 : 200, headers });
}

async function bytesOf(
  store: FileStore,
  file: ServedFile,
  range: ByteRange | undefined,
  onDamaged: ((error: Error) => void) | undefined,
): Promise<BodyInit> {
  const bytes = await store.get(file.key, range);
  if (!bytes) throw missing(file);
  const sent = range ? bytes : verifiedBytes(bytes, file);
  if (onDamaged) sent.on('error', onDamaged);
  return Readable.toWeb(sent) as BodyInit;
}

async function present(store: FileStore, file: ServedFile): Promise<null> {
  if (!(await store.stat(file.key))) throw missing(file);
  return null;
}

function missing({ name }: ServedFile): NotFoundError {
  return new NotFoundError(`The bytes of ${name} are missing in the file storage.`);
}

/** Weak comparison, RFC 9110 §13.1.2. */
function holds(header: string | null, tag: string): boolean {
  if (header === null) return false;
  return header.trim() === '*' || header.split(',').some((part) => part.trim().replace(/^W\//, '') === tag);
}

/** A range is valid for exactly the bytes it refers to; a date cannot prove that (RFC 9110 §13.1.5). */
function rangeStands(header: string | null, tag: string): boolean {
  return header === null || header.trim() === tag;
}
