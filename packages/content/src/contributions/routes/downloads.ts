import { type Call, ForbiddenError, hasRole, MethodNotAllowedError, NotFoundError, UnauthenticatedError } from '@colophon/core';
import { contentDisposition, fileResponse } from '@colophon/core/files';
import { assetFilesOf } from '../../assets/asset-files.ts';
import type { RouteOptions } from '../../record/capability.ts';
import { ContentContributionAttachments } from '../files/content-contribution-attachment.ts';
import { ContentContributors } from '../people/content-contributor.ts';
import { exportContributor } from '../people/export-person.ts';
import { zipPersonalData } from '../people/zip-person.ts';

/** Whether a request asks for a ZIP instead of JSON. */
export function wantsZip(request: Request): boolean {
  return (request.headers.get('accept') ?? '').split(',').some((each) => /^\s*application\/zip\s*(?:;|$)/i.test(each));
}

/** Returns all data stored about a person, with their files. */
export async function exportZip({ database }: RouteOptions, id: string, call: Call): Promise<Response> {
  if (call.caller.kind === 'anonymous') throw new UnauthenticatedError();
  if (!hasRole(call.caller, 'admin')) throw new ForbiddenError('Only admins can read the data stored about a person.');
  const contributor = await new ContentContributors(database, call).get(id);
  if (!contributor) throw new NotFoundError(`There is no contributor ${id.slice(0, 200)}.`);
  const kept = await exportContributor(contributor);
  return new Response(await zipPersonalData(database, kept, [kept]), {
    headers: {
      'Content-Type': 'application/zip',
      'Content-Disposition': contentDisposition('attachment', 'person.zip'),
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'X-Request-Id': call.requestId ?? '',
      Vary: 'Accept',
    },
  });
}

/** Returns a file of a contribution, for editors: download only, and never cached. */
export async function attachmentFile(request: Request, { database }: RouteOptions, id: string, call: Call): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    throw new MethodNotAllowedError('This URL supports GET, HEAD.', ['GET', 'HEAD']);
  if (call.caller.kind === 'anonymous') throw new UnauthenticatedError();
  if (!hasRole(call.caller, 'editor')) throw new ForbiddenError('Only editors can read the files of contributions.');
  const found = await new ContentContributionAttachments(database, call).get(id);
  if (!found || found.fileKey === null) throw new NotFoundError(`There is no held file ${id.slice(0, 200)}.`);
  const { fileKey: key, size, sha256, mimeType, filename: name } = found;
  const response = await fileResponse(request, assetFilesOf(database).store, {
    key,
    size,
    sha256,
    mimeType,
    name,
    cacheControl: 'no-store',
  });
  response.headers.set('Content-Disposition', contentDisposition('attachment', name));
  return response;
}
