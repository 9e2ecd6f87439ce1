import type { DiscoveryCommand } from '@colophon/contract';
import { sanitizeLine } from '../io/sanitize.ts';

const SLUG = /^[a-z0-9][a-z0-9_-]*$/;
/** Names with a meaning for JavaScript objects. */
const RESERVED_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
const PLACEHOLDER = /\{([^{}]*)\}/g;

/** Returns whether a name can safely be typed, used in a URL and as an object key. */
export function isSafeName(name: unknown): name is string {
  return typeof name === 'string' && SLUG.test(name) && !RESERVED_NAMES.has(name);
}

/** Returns why a command must not be run, because of its name or its path; undefined if it may be run. */
export function commandNameFault(command: DiscoveryCommand): string | undefined {
  if (!isSafeName(command.commandName)) return 'its name is not a safe name';
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
  // Letters, digits and the other unreserved characters (RFC 3986 §2.3); `%` could hide a slash.
  if (!/^[A-Za-z0-9._~-]+$/.test(literal) || literal === '.' || literal === '..') return 'is not one safe URL segment';
  return undefined;
}

/** Returns the parameters that fill a command's path. */
export function pathParameters(command: DiscoveryCommand): ReadonlySet<string> {
  return new Set(command.pathSegments.flatMap((segment) => Array.from(segment.matchAll(PLACEHOLDER), ([, name = '']) => name)));
}

/** Fills the placeholders of one path segment. */
export function fillSegment(segment: string, fill: (name: string) => string): string {
  return segment.replaceAll(PLACEHOLDER, (_whole, name: string) => fill(name));
}
