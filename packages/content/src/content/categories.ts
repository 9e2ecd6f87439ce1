/**
 * Returns the segments of a category path without empty ones.
 *
 * @example
 * categorySegments('/news//politics/') // ['news', 'politics']
 */
export function categorySegments(category: string | null): string[] {
  return (category ?? '').split('/').flatMap((segment) => (segment.trim() === '' ? [] : [segment.trim()]));
}

/** Returns the path above a category, null at the root. */
export function parentCategory(category: string | null): string | null {
  const segments = categorySegments(category);
  return segments.length > 1 ? segments.slice(0, -1).join('/') : null;
}

/** Returns every path from the root down to the category: `a/b/c` → `a`, `a/b`, `a/b/c`. */
export function ancestorPaths(category: string | null): string[] {
  const segments = categorySegments(category);
  return segments.map((_, index) => segments.slice(0, index + 1).join('/'));
}

/** Returns whether a category equals a path or is below it: `politics` does not contain `politics-x`. */
export function isCategoryIn(category: string | null, path: string, includeChildren = true): boolean {
  const own = categorySegments(category);
  const wanted = categorySegments(path);
  if (own.length === 0 || wanted.length === 0 || wanted.length > own.length) return false;
  if (!includeChildren && own.length !== wanted.length) return false;
  return wanted.every((segment, index) => segment === own[index]);
}
