const NESTED = ['anyOf', 'oneOf', 'allOf'] as const;
const NAMED = ['properties', '$defs', 'definitions'] as const;

/**
 * Whether a schema can be enforced strictly: every object lists all of its properties as required and allows no others. Servers reject the
 * strict mode for any other schema.
 */
export function isStrictSchema(schema: unknown, depth = 0): boolean {
  if (typeof schema !== 'object' || schema === null || depth > 50) return false;
  const node = schema as Record<string, unknown>;
  const properties = asObject(node['properties']);
  const required = Array.isArray(node['required']) ? (node['required'] as unknown[]) : [];
  if (isObjectSchema(node)) {
    if (node['additionalProperties'] !== false) return false;
    if (Object.keys(properties).some((name) => !required.includes(name))) return false;
  }
  const children = [
    ...NAMED.flatMap((name) => Object.values(asObject(node[name]))),
    ...NESTED.flatMap((name) => (Array.isArray(node[name]) ? (node[name] as unknown[]) : [])),
    ...(typeof node['items'] === 'object' ? [node['items']] : []),
  ];
  return children.every((child) => isStrictSchema(child, depth + 1));
}

function isObjectSchema(node: Record<string, unknown>): boolean {
  const { type } = node;
  return type === 'object' || (Array.isArray(type) && type.includes('object')) || node['properties'] !== undefined;
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
