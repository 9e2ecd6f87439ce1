export { problemOf, problemResponse } from '../http/problem.ts';
export { isNotModified } from '../http/not-modified.ts';
export { MAXIMUM_BODY, readJson } from '../http/read-json.ts';
export { requestIdOf, withCall } from '../http/request-context.ts';
export type { SurfaceOptions } from '../http/surface-options.ts';
export { jobEventRoutes } from '../job-events/job-event-routes.ts';
export type { JobEventOptions } from '../job-events/job-event-routes.ts';
export { respond } from './respond.ts';
export { restRoutes } from './rest-routes.ts';
