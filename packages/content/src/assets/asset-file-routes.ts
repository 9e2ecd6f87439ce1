import type { Route, RouteOptions } from '../record/capability.ts';
import { assetFileHandlers } from './asset-file-handlers.ts';

/** The two addresses of assets that speak bytes rather than JSON. */
export function assetFileRoutes(options: RouteOptions): Route[] {
  const files = assetFileHandlers(options);
  return [
    { method: 'POST', path: '/assets/upload', under: 'api', handle: (request) => files.upload(request) },
    { method: 'ALL', path: '/assets/:id/file', under: 'api', handle: (request, { id = '' }) => files.download(request, id) },
  ];
}
