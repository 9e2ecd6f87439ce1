import { ColophonError } from '@colophon/core';

/** A method, or `ALL`, and a path pattern: `/places/:id`, `/assets/*`. */
export interface RoutePattern {
  readonly method: string;
  readonly path: string;
}

/** A route of an application's own hides a surface of Colophon, or would never be reached. */
export class RouteTakenError extends ColophonError {
  constructor(faults: readonly string[]) {
    super(500, 'route_taken', faults.join('\n'), { hint: 'Give the route another path, such as one outside of /api.' });
  }
}

/**
 * Compares the routes of an application with those of the surfaces.
 *
 * @param added the application's routes
 * @param before what is asked before them
 * @param after what is asked after them
 * @throws RouteTakenError naming both of each pair
 */
export function requireFreeRoutes(
  added: readonly RoutePattern[],
  { before, after }: { readonly before: readonly RoutePattern[]; readonly after: readonly RoutePattern[] },
): void {
  const faults = added.flatMap((route) => {
    const earlier = before.find((each) => sharesMethod(each, route) && covers(each.path, route.path));
    if (earlier) return [`The route ${spelled(route)} is never reached: ${spelled(earlier)} is one of Colophon's.`];
    const later = after.find((each) => sharesMethod(each, route) && overlaps(route.path, each.path));
    return later ? [`The route ${spelled(route)} hides ${spelled(later)}, which is one of Colophon's.`] : [];
  });
  if (faults.length > 0) throw new RouteTakenError([...new Set(faults)]);
}

function spelled({ method, path }: RoutePattern): string {
  return `${method} ${path}`;
}

function sharesMethod(one: RoutePattern, other: RoutePattern): boolean {
  return one.method === 'ALL' || other.method === 'ALL' || one.method === other.method;
}

const isParameter = (segment: string | undefined): boolean => segment !== undefined && segment.startsWith(':');

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

/** Whether every path that matches the second pattern also matches the first. */
function covers(wide: string, narrow: string): boolean {
  const [outer, inner] = [segmentsOf(wide), segmentsOf(narrow)];
  for (const [at, segment] of outer.entries()) {
    if (segment === '*') return true;
    if (inner[at] === undefined || inner[at] === '*') return false;
    if (segment !== inner[at] && !isParameter(segment)) return false;
  }
  return outer.length === inner.length;
}

/** Whether some path matches both patterns. */
function overlaps(one: string, other: string): boolean {
  const [left, right] = [segmentsOf(one), segmentsOf(other)];
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const [mine, theirs] = [left[at], right[at]];
    if (mine === '*' || theirs === '*') return true;
    if (mine === undefined || theirs === undefined) return false;
    if (mine !== theirs && !isParameter(mine) && !isParameter(theirs)) return false;
  }
  return true;
}
