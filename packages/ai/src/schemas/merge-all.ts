import { isNode, isObjectNode, namedSchemas, resolveReference, type Node } from './json-node.ts';

const ANNOTATIONS = new Set(['title', 'description', '$comment', 'default', 'examples']);

/**
 * Merges `allOf` into one node, as far as the branches say different things; `undefined` if they cannot be merged without changing what
 * the schema means.
 */
export function mergeAll(node: Node, root: Node): Node | undefined {
  const { allOf, ...rest } = node;
  if (!Array.isArray(allOf)) return undefined;
  let merged: Node = rest;
  for (const branch of allOf) {
    const target = isNode(branch) && branch['$ref'] !== undefined ? resolveReference(root, branch['$ref']) : branch;
    if (target === true) continue;
    const flat = isNode(target) && target['allOf'] !== undefined ? mergeAll(target, root) : target;
    const next = isNode(flat) ? mergeTwo(merged, flat) : undefined;
    if (next === undefined) return undefined;
    merged = next;
  }
  return merged;
}

function mergeTwo(a: Node, b: Node): Node | undefined {
  const merged: Node = { ...a };
  // A closed branch forbids the members of the other.
  if (isObjectNode(a) && isObjectNode(b) && (a['additionalProperties'] === false || b['additionalProperties'] === false)) return undefined;
  for (const [name, value] of Object.entries(b)) {
    const own = merged[name];
    if (own === undefined) merged[name] = value;
    else if (name === 'required' && Array.isArray(own) && Array.isArray(value))
      merged[name] = [...new Set([...own, ...value] as unknown[])];
    else if (name === 'properties') {
      const shared = namedSchemas(value).filter(([key, member]) => isNode(own) && Object.hasOwn(own, key) && !isSame(own[key], member));
      if (shared.length > 0) return undefined;
      merged[name] = { ...(own as object), ...(value as object) };
    } else if (!ANNOTATIONS.has(name) && !isSame(own, value)) return undefined;
  }
  return merged;
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
