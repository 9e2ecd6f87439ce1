import { isAllowedType } from '@colophon/core/files';

/** Whether a media type matches one of the patterns: `image/png`, `image/*`, or all. */
export function matchesType(patterns: readonly string[], mimeType: string): boolean {
  return patterns.some(
    (pattern) => pattern === '*/*' || pattern === mimeType || (pattern.endsWith('/*') && mimeType.startsWith(pattern.slice(0, -1))),
  );
}

/** Whether files of this type are executable. */
export function isProgram(mimeType: string): boolean {
  return !isAllowedType(mimeType, undefined);
}
