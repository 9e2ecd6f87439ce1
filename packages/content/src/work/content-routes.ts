import { CAPABILITIES } from '../content/capabilities.ts';
import { describeContributionRoutes } from '../contributions/routes/describe-routes.ts';
import { contributionApiRoutes } from '../contributions/routes/api-routes.ts';
import { contributionPages } from '../contributions/routes/pages.ts';
import { inboundMailRoutes } from '../contributions/routes/inbound-mail-routes.ts';
import type { Capability, Route, RouteOptions } from '../record/capability.ts';

/**
 * Returns the routes of content that do not speak the JSON of an operation, such as files and feeds. Mount them before the REST routes.
 *
 * @example
 * for (const { method, path, handle } of contentRoutes({ table, database, authenticate, baseUrl }))
 *   app.on(method, path, (context, next) => handle(context.req.raw, context.req.param()) ?? next());
 */
export function contentRoutes(options: RouteOptions): readonly Route[] {
  const ofCapabilities = CAPABILITIES.flatMap((each: Capability) => each.routes?.(options) ?? []);
  return options.table.operation('content-contributions.list')
    ? [...ofCapabilities, ...contributionApiRoutes(options), ...inboundMailRoutes(options), ...contributionPages(options)]
    : ofCapabilities;
}

/** Adds these routes to an OpenAPI document, where it can describe them. */
export function describeContentRoutes(document: Record<string, unknown>): Record<string, unknown> {
  const described = CAPABILITIES.reduce(
    (earlier: Record<string, unknown>, each: Capability) => each.describe?.(earlier) ?? earlier,
    document,
  );
  return describeContributionRoutes(described);
}
