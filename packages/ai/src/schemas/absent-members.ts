import { acceptsNull, isNode, MAX_SCHEMA_DEPTH, namedSchemas, resolveReference, typesOf, type Node } from './json-node.ts';

/**
 * Removes members that are `null` where the schema has an optional member that is not `null`: the strict mode of vendors knows no optional
 * members, so a missing one is written as `null`. Returns the same value if there are none.
 */
export function withoutAbsent(value: unknown, schema: unknown): unknown {
  return isNode(schema) ? strip(value, schema, schema, 0) : value;
}

function strip(value: unknown, schema: unknown, root: Node, depth: number): unknown {
  if (!isNode(schema) || typeof value !== 'object' || value === null || depth > MAX_SCHEMA_DEPTH) return value;
  let result: unknown = value;
  const target = schema['$ref'] === undefined ? undefined : resolveReference(root, schema['$ref']);
  if (target !== undefined && target !== schema) result = strip(result, target, root, depth + 1);
  for (const branch of Array.isArray(schema['allOf']) ? (schema['allOf'] as unknown[]) : [])
    result = strip(result, branch, root, depth + 1);
  for (const name of ['anyOf', 'oneOf']) {
    const branches = schema[name];
    const fitting = Array.isArray(branches) ? branches.find((branch) => couldBe(result, branch, root)) : undefined;
    if (fitting !== undefined) result = strip(result, fitting, root, depth + 1);
  }
  return Array.isArray(result) ? stripItems(result, schema, root, depth) : stripMembers(result as Node, schema, root, depth);
}

function stripItems(value: unknown[], schema: Node, root: Node, depth: number): unknown[] {
  const { items } = schema;
  if (!isNode(items)) return value;
  const stripped = value.map((entry) => strip(entry, items, root, depth + 1));
  return stripped.some((entry, index) => entry !== value[index]) ? stripped : value;
}

function stripMembers(value: Node, schema: Node, root: Node, depth: number): Node {
  const required = Array.isArray(schema['required']) ? (schema['required'] as unknown[]) : [];
  const known = isNode(schema['properties']) ? schema['properties'] : {};
  let hasChanged = false;
  const members: [string, unknown][] = [];
  for (const [name, member] of Object.entries(value)) {
    const own = Object.hasOwn(known, name) ? known[name] : undefined;
    if (own !== undefined && member === null && !required.includes(name) && !acceptsNull(own, root)) {
      hasChanged = true;
      continue;
    }
    const stripped = own === undefined ? member : strip(member, own, root, depth + 1);
    hasChanged ||= stripped !== member;
    members.push([name, stripped]);
  }
  return hasChanged ? Object.fromEntries(members) : value;
}

/** Whether a value could be of this branch: of its type, with its required members and their fixed values. */
function couldBe(value: unknown, branch: unknown, root: Node): boolean {
  const node = isNode(branch) && branch['$ref'] !== undefined ? resolveReference(root, branch['$ref']) : branch;
  if (!isNode(node)) return false;
  const types = typesOf(node);
  if (types.length > 0 && !types.includes(Array.isArray(value) ? 'array' : 'object')) return false;
  if (Array.isArray(value) || !isNode(value)) return types.includes('array') || node['items'] !== undefined;
  const required = Array.isArray(node['required']) ? (node['required'] as unknown[]) : [];
  if (required.some((name) => typeof name === 'string' && !Object.hasOwn(value, name))) return false;
  return namedSchemas(node['properties']).every(([name, member]) => !Object.hasOwn(value, name) || hasFixedValue(member, value[name]));
}

function hasFixedValue(schema: unknown, value: unknown): boolean {
  if (!isNode(schema)) return true;
  if ('const' in schema) return schema['const'] === value;
  return !Array.isArray(schema['enum']) || value === null || (schema['enum'] as unknown[]).includes(value);
}
