import type { Route, RouteOptions } from '../record/capability.ts';
import { EVERY_CAPABILITY } from './every-capability.ts';

/**
 * Returns the routes of content that do not speak the JSON of an operation, such as files and feeds. Mount them before the REST routes.
 *
 * @example
 * for (const { method, path, handle } of contentRoutes({ table, database, authenticate, baseUrl }))
 *   app.on(method, path, (context, next) => handle(context.req.raw, context.req.param()) ?? next());
 */
export function contentRoutes(options: RouteOptions): readonly Route[] {
  return EVERY_CAPABILITY.flatMap(({ routes }) => routes?.(options) ?? []);
}

/** Adds these routes to an OpenAPI document, where it can describe them. */
export function describeContentRoutes(document: Record<string, unknown>): Record<string, unknown> {
  return EVERY_CAPABILITY.reduce((described, { describe }) => describe?.(described) ?? described, document);
}
