/** Returns whether `If-None-Match` contains this entity tag (RFC 9110 §13.1.2, weak comparison). */
export function isNotModified(header: string | null, tag: string): boolean {
  if (header === null) return false;
  if (header.trim() === '*') return true;
  return header.split(',').some((part) => part.trim().replace(/^W\//, '') === tag);
}
