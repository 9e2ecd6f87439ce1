import { CAPABILITIES } from '../content/capabilities.ts';
import type { Capability, Route, RouteOptions } from '../record/capability.ts';

/**
 * The addresses of content that speak something else than the JSON of an operation, files and feeds for example. Mount them
 * before the REST routes.
 *
 * @example
 * for (const { method, path, handle } of contentRoutes({ table, database, authenticate, baseUrl }))
 *   app.on(method, path, (context, next) => handle(context.req.raw, context.req.param()) ?? next());
 */
export function contentRoutes(options: RouteOptions): readonly Route[] {
  return CAPABILITIES.flatMap((each: Capability) => each.routes?.(options) ?? []);
}

/** Adds these addresses to an OpenAPI document, where it can describe them. */
export function describeContentRoutes(document: Record<string, unknown>): Record<string, unknown> {
  return CAPABILITIES.reduce((described: Record<string, unknown>, each: Capability) => each.describe?.(described) ?? described, document);
}
