import { isAllowedType } from '@colophon/core/files';

/** Whether a type of file is one of these: `image/png`, `image/*`, or every one. */
export function matchesType(patterns: readonly string[], mimeType: string): boolean {
  return patterns.some(
    (pattern) => pattern === '*/*' || pattern === mimeType || (pattern.endsWith('/*') && mimeType.startsWith(pattern.slice(0, -1))),
  );
}

/** Whether a machine runs files of this type. */
export function isProgram(mimeType: string): boolean {
  return !isAllowedType(mimeType, undefined);
}
