import type { Route, RouteOptions } from '../record/capability.ts';
import { assetFileHandlers } from './asset-file-handlers.ts';

/** The two asset routes that transfer bytes rather than JSON. */
export function assetFileRoutes(options: RouteOptions): Route[] {
  const files = assetFileHandlers(options);
  return [
    { method: 'POST', path: '/assets/upload', under: 'api', handle: (request) => files.upload(request) },
    { method: 'ALL', path: '/assets/:id/file', under: 'api', handle: (request, { id = '' }) => files.download(request, id) },
  ];
}
