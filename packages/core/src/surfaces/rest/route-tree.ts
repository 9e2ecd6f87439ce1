import type { Operation } from '../../operations/operation.ts';

/** An operation at a path. */
export interface Route {
  readonly operation: Operation;
  /** The names of the segments in braces, in their order; the record's own is `id`. */
  readonly names: readonly string[];
}

/** The operations at a path, by method. */
export interface Place {
  readonly routes: ReadonlyMap<string, Route>;
  /** The values of the named segments, decoded. */
  readonly values: readonly string[];
}

interface Node {
  readonly literals: Map<string, Node>;
  named: Node | undefined;
  readonly routes: Map<string, Route>;
}

/**
 * The paths of a table's operations. A literal segment takes precedence over a parameter, whatever the method: `contents/by-slug` is never
 * the record with the id `by-slug`.
 */
export class RouteTree {
  readonly #root = node();

  /** @param segments of the path, parameters in braces: `['contents', '{id}', 'html']` */
  add(methods: readonly string[], segments: readonly string[], operation: Operation): void {
    const names: string[] = [];
    let at = this.#root;
    for (const segment of segments) {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1];
      if (name !== undefined) {
        names.push(name);
        at = at.named ??= node();
        continue;
      }
      let next = at.literals.get(segment);
      if (!next) at.literals.set(segment, (next = node()));
      at = next;
    }
    // Of two operations at one path the first is kept.
    for (const method of methods) if (!at.routes.has(method)) at.routes.set(method, { operation, names });
  }

  /** Returns the place at a path, which has no leading slash; undefined if there is none. */
  find(path: string): Place | undefined {
    return find(this.#root, path.split('/'), 0, []);
  }
}

function node(): Node {
  return { literals: new Map(), named: undefined, routes: new Map() };
}

function find(at: Node, segments: readonly string[], index: number, values: readonly string[]): Place | undefined {
  if (index === segments.length) return at.routes.size > 0 ? { routes: at.routes, values } : undefined;
  const segment = decoded(segments[index] ?? '');
  const literal = at.literals.get(segment);
  const found = literal && find(literal, segments, index + 1, values);
  if (found || !at.named || segment === '') return found;
  return find(at.named, segments, index + 1, [...values, segment]);
}

/** Decodes percent-encoding; an invalid encoding is kept unchanged. */
function decoded(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
