/** A node of a JSON Schema; nothing in it is trusted. */
export type Node = Record<string, unknown>;

/** Schemas nested deeper than this are not followed. */
export const MAX_SCHEMA_DEPTH = 100;

/** Whether a value is an object and not a list. */
export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The members of an object of schemas, such as `properties`. */
export function namedSchemas(value: unknown): [string, unknown][] {
  return isNode(value) ? Object.entries(value) : [];
}

/** The types that a node names. */
export function typesOf(node: Node): string[] {
  const { type } = node;
  return (Array.isArray(type) ? type : [type]).filter((one): one is string => typeof one === 'string');
}

/** Whether a node describes objects. */
export function isObjectNode(node: Node): boolean {
  return typesOf(node).includes('object') || isNode(node['properties']);
}

/** The node to which a local reference points; `undefined` for any other reference. */
export function resolveReference(root: Node, reference: unknown): Node | undefined {
  if (typeof reference !== 'string' || !reference.startsWith('#')) return undefined;
  let node: unknown = root;
  for (const step of reference.slice(1).split('/').slice(1)) {
    const name = decodeStep(step);
    node = isNode(node) && Object.hasOwn(node, name) ? node[name] : Array.isArray(node) ? node[Number(name)] : undefined;
  }
  return isNode(node) ? node : undefined;
}

/** Whether a node accepts `null`. A node without any constraint accepts everything. */
export function acceptsNull(node: unknown, root: Node, depth = 0): boolean {
  if (!isNode(node)) return node === true;
  if (depth > MAX_SCHEMA_DEPTH) return true;
  if ('const' in node) return node['const'] === null;
  if (Array.isArray(node['enum'])) return (node['enum'] as unknown[]).includes(null);
  if (node['type'] !== undefined) return typesOf(node).includes('null');
  if (node['$ref'] !== undefined) {
    const target = resolveReference(root, node['$ref']);
    return target === undefined || acceptsNull(target, root, depth + 1);
  }
  for (const name of ['anyOf', 'oneOf']) {
    const branches = node[name];
    if (Array.isArray(branches)) return branches.some((branch) => acceptsNull(branch, root, depth + 1));
  }
  const all = node['allOf'];
  if (Array.isArray(all)) return all.every((branch) => acceptsNull(branch, root, depth + 1));
  return !isObjectNode(node);
}

/** A path in a schema, as it is named in a message: `#/properties/a`, without characters that could break the line. */
export function below(path: string, ...names: readonly string[]): string {
  return [path, ...names.map(safeName)].join('/');
}

/** A name of a schema, as it is repeated in a message. */
export function safeName(name: string): string {
  return name.replace(/[^\w$.-]/g, '_').slice(0, 60);
}

function decodeStep(step: string): string {
  const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
