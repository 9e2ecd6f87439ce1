import {
  type Call,
  ColophonError,
  type Database,
  ForbiddenError,
  MalformedError,
  MethodNotAllowedError,
  type Operation,
  permits,
  runOperation,
  TooLargeError,
  UnauthenticatedError,
  UsageError,
} from '@colophon/core';
import { fileResponse, type ReceivedFile, receiveFile, safeFileName, type ServedFile } from '@colophon/core/files';
import { respond, type SurfaceOptions, withCall, receivedBody } from '@colophon/core/rest';
import type { Asset } from './asset.ts';
import { assetFilesOf, assetFileUrl, receiveOptions } from './asset-files.ts';
import { readMultipart } from './read-multipart.ts';
import { readableFile } from './readable-file.ts';
import { renditionOf, type WantedRendition } from './renditions.ts';
import { requestedRendition } from './requested-rendition.ts';
import { requireShownCut } from './shown-cuts.ts';

/** The two asset routes that transfer bytes rather than JSON, as web-standard handlers. */
export interface AssetFileHandlers {
  /**
   * `POST /assets/upload` with the bytes themselves (`?name=` sets the name) or a form with one file: 201 and the asset. Returns undefined
   * for a JSON body, which the REST routes handle.
   */
  upload(request: Request): Promise<Response> | undefined;
  /** `GET` and `HEAD /assets/{id}/file`: the bytes, or with `?width=` an image resized to that width, with `&crop=` a part of it. */
  download(request: Request, id: string): Promise<Response>;
}

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;
const FORM_TYPE = /^multipart\/form-data\s*(?:;|$)/i;

/**
 * Creates the handlers for an application whose table has `Assets`. Mount them before its REST routes.
 *
 * @example
 * const files = assetFileHandlers({ table, database, authenticate });
 * app.post('/api/v1/assets/upload', (context, next) => files.upload(context.req.raw) ?? next());
 * app.all('/api/v1/assets/:id/file', (context) => files.download(context.req.raw, context.req.param('id')));
 */
export function assetFileHandlers(options: SurfaceOptions): AssetFileHandlers {
  const upload = options.table.operation('assets.upload');
  const keepUpload = options.table.operation('assets.keepUpload');
  if (!upload || !keepUpload) throw new UsageError('The operation table has no Assets.');
  return {
    upload(request) {
      if (JSON_TYPE.test(request.headers.get('content-type') ?? '')) return undefined;
      const answer = withCall(request, options, (call) =>
        told(options, call, () => receive(request, call, { ...options, upload, keepUpload })),
      );
      return answer.then(closedWhenRefused);
    },
    download(request, id) {
      return withCall(request, options, async (call) => {
        if (request.method !== 'GET' && request.method !== 'HEAD')
          throw new MethodNotAllowedError('This URL supports GET, HEAD.', ['GET', 'HEAD']);
        const wanted = requestedRendition(new URL(request.url).searchParams);
        const readable = await readableFile(options.database, id, call);
        const { asset, fileKey, isPublic } = readable;
        const isForAll = isPublic && call.caller.kind === 'anonymous';
        if (wanted !== undefined) {
          if (wanted.crop) await requireShownCut(options.database, asset.id, wanted.crop, { call, isPublic });
          const file = () => renditionFile(options.database, asset, wanted, isForAll);
          // A resized image has no provenance manifest: the original does.
          const headers = {
            'X-Request-Id': call.requestId ?? '',
            Link: `<${assetFileUrl(options.database.ports, asset.id)}>; rel="canonical"`,
          };
          const { store } = assetFilesOf(options.database);
          return told(options, call, async () => fileResponse(request, store, await file(), headers, damaged(options, call)));
        }
        const file = {
          key: fileKey,
          size: asset.size ?? 0,
          sha256: asset.sha256 ?? '',
          mimeType: asset.mimeType ?? 'application/octet-stream',
          name: asset.name,
          // An unpublished file is out of caches within a minute.
          cacheControl: isForAll ? 'public, max-age=60' : 'private, no-cache',
        };
        const { store } = assetFilesOf(options.database);
        const headers = { 'X-Request-Id': call.requestId ?? '' };
        return told(options, call, () => fileResponse(request, store, file, headers, damaged(options, call)));
      });
    },
  };
}

/** Serves a resized image. Its bytes never change; shared caches revalidate, since a piece may be unpublished. */
async function renditionFile(database: Database, asset: Asset, wanted: WantedRendition, isForAll: boolean): Promise<ServedFile> {
  const { fileKey, size, sha256, mimeType } = await renditionOf(database, asset, wanted);
  return {
    key: fileKey,
    size,
    sha256,
    mimeType,
    name: `${asset.name.replace(/\.[^.]*$/, '')}-${wanted.width}.${wanted.format ?? 'webp'}`,
    cacheControl: isForAll ? 'public, max-age=31536000, s-maxage=60, immutable' : 'private, max-age=31536000, immutable',
  };
}

type Receiving = SurfaceOptions & { readonly upload: Operation; readonly keepUpload: Operation };

/** Reports storage errors to the application, without revealing them to the caller. */
async function told(options: SurfaceOptions, call: Call, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ColophonError && error.status > 500) options.onError?.(error, call.requestId ?? '');
    throw error;
  }
}

/** The body of a rejected request may still be arriving: the connection cannot be reused. */
function closedWhenRefused(response: Response): Response {
  if (response.status >= 400) response.headers.set('Connection', 'close');
  return response;
}

async function receive(request: Request, call: Call, { upload, keepUpload, ...options }: Receiving): Promise<Response> {
  // Permission is checked before the bytes are received.
  if (!permits(upload.access, call.caller)) {
    throw call.caller.kind === 'anonymous'
      ? new UnauthenticatedError()
      : new ForbiddenError('You are not allowed to upload assets. It requires the role contributor.');
  }
  if (request.headers.has('if-match'))
    throw new MalformedError('upload does not support If-Match: it creates a record.', { code: 'bad_if_match' });
  const { file, about } = await readUpload(options.database, request);
  try {
    const idempotencyKey = request.headers.get('idempotency-key') ?? undefined;
    const answer = await runOperation(keepUpload, { database: options.database, call, input: { file, ...about }, idempotencyKey });
    return respond(keepUpload, answer, request, call, options);
  } finally {
    await file.discard();
  }
}

async function readUpload(database: Database, request: Request): Promise<{ file: ReceivedFile; about: Record<string, unknown> }> {
  const options = receiveOptions(assetFilesOf(database));
  const type = request.headers.get('content-type') ?? '';
  const isForm = FORM_TYPE.test(type);
  const declared = Number(request.headers.get('content-length') ?? 0);
  if (declared > options.limit + (isForm ? 1_000_000 : 0)) throw new TooLargeError(options.limit);
  const body = receivedBody(request);
  const query = Object.fromEntries(new URL(request.url).searchParams);
  if (isForm) {
    const { file, filename, fields } = await readMultipart(body, type, options);
    return { file, about: { ...named(filename), ...query, ...fields } };
  }
  return { file: await receiveFile(body, options), about: { ...named(undefined), ...query } };
}

/** The default name of a file; its type adds an extension. */
function named(filename: string | undefined): { name: string } {
  return { name: safeFileName(filename ?? '') };
}

/** The client sees only that the response was cut: the head was sent already. */
function damaged({ onError }: SurfaceOptions, call: Call): (error: Error) => void {
  return (error) => onError?.(error, call.requestId ?? '');
}
