import type { DiscoveryCommand, DiscoveryPayload, DiscoveryResource } from '@colophon/contract';
import { RefusedError } from '../errors.ts';
import { sanitizeLine } from '../io/sanitize.ts';

/** A resource whose names were found safe to build URLs from. */
export interface CatalogResource {
  readonly resource: DiscoveryResource;
  readonly commands: ReadonlyMap<string, DiscoveryCommand>;
  /** Why a command of that name will not be run. */
  readonly refused: ReadonlyMap<string, string>;
}

/** What the server offers this caller, checked. */
export interface Catalog {
  readonly payload: DiscoveryPayload;
  readonly resources: ReadonlyMap<string, CatalogResource>;
  /** Why a resource of that slug will not be used. */
  readonly refused: ReadonlyMap<string, string>;
  /** Of the artifact; undefined when the server sent none. */
  readonly digest: string | undefined;
}

const MAX_COMMANDS = 20_000;
const SLUG = /^[a-z0-9][a-z0-9_-]*$/;
const RESERVED_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
const PLACEHOLDER = /\{([^{}]*)\}/g;

/**
 * Checks what a server offers before anything of it is used: names that would lead out of `/api/<collection>`, or that an object
 * already has a meaning for, are refused one by one, with the reason; the rest stays usable.
 *
 * @throws RefusedError when there is more of it than any application has
 */
export function buildCatalog(payload: DiscoveryPayload, digest: string | undefined): Catalog {
  const total = payload.resources.reduce((count, resource) => count + resource.commands.length, payload.resources.length);
  if (total > MAX_COMMANDS)
    throw new RefusedError('catalog_too_large', `The server offers ${total} commands; more than ${MAX_COMMANDS} are not read`);
  const resources = new Map<string, CatalogResource>();
  const refused = new Map<string, string>();
  for (const resource of payload.resources) {
    const fault = resourceFault(resource) ?? (resources.has(resource.slug) ? 'it is there twice' : undefined);
    if (fault === undefined) resources.set(resource.slug, checkCommands(resource));
    else refused.set(resource.slug, fault);
  }
  return { payload, resources, refused, digest };
}

function checkCommands(resource: DiscoveryResource): CatalogResource {
  const commands = new Map<string, DiscoveryCommand>();
  const refused = new Map<string, string>();
  for (const command of resource.commands) {
    const fault = commandFault(command) ?? (commands.has(command.commandName) ? 'it is there twice' : undefined);
    if (fault === undefined) commands.set(command.commandName, command);
    else refused.set(command.commandName, fault);
  }
  return { resource, commands, refused };
}

function resourceFault(resource: DiscoveryResource): string | undefined {
  if (!SLUG.test(resource.slug) || RESERVED_NAMES.has(resource.slug)) return 'its slug is not a safe name';
  if (!SLUG.test(resource.apiPath) || RESERVED_NAMES.has(resource.apiPath)) return 'its API path is not one safe URL segment';
  return undefined;
}

function commandFault(command: DiscoveryCommand): string | undefined {
  if (!SLUG.test(command.commandName) || RESERVED_NAMES.has(command.commandName)) return 'its name is not a safe name';
  for (const segment of command.pathSegments) {
    const fault = segmentFault(segment, command);
    if (fault !== undefined) return `its path segment ${JSON.stringify(sanitizeLine(segment, 80))} ${fault}`;
  }
  return undefined;
}

function segmentFault(segment: string, command: DiscoveryCommand): string | undefined {
  for (const [, name = ''] of segment.matchAll(PLACEHOLDER)) {
    const properties = command.parameters?.properties ?? {};
    if (RESERVED_NAMES.has(name) || !Object.hasOwn(properties, name)) return 'is filled from a parameter that does not exist';
  }
  const literal = segment.replaceAll(PLACEHOLDER, 'x');
  // Letters, digits and the other characters that mean themselves in a URL (RFC 3986 §2.3); `%` could hide a slash.
  if (!/^[A-Za-z0-9._~-]+$/.test(literal) || literal === '.' || literal === '..') return 'is not one safe URL segment';
  return undefined;
}

/** The parameters that a command's path is filled from. */
export function pathParameters(command: DiscoveryCommand): ReadonlySet<string> {
  return new Set(command.pathSegments.flatMap((segment) => Array.from(segment.matchAll(PLACEHOLDER), ([, name = '']) => name)));
}

/** Fills the placeholders of one path segment. */
export function fillSegment(segment: string, fill: (name: string) => string): string {
  return segment.replaceAll(PLACEHOLDER, (_whole, name: string) => fill(name));
}
