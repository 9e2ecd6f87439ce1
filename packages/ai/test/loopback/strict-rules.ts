type Node = Record<string, unknown>;

const FORBIDDEN = [
  'allOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'dependentRequired',
  'dependentSchemas',
  'patternProperties',
  'propertyNames',
  'prefixItems',
  'uniqueItems',
  'default',
];

/** Why OpenAI's API refuses a strict schema, by the rules of its documentation; `undefined` if it accepts the schema. */
export function strictFault(schema: unknown, root = true): string | undefined {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return 'a schema must be an object';
  const node = schema as Node;
  if (root && (node['type'] !== 'object' || node['anyOf'] !== undefined)) return 'the root must be an object and no union';
  for (const name of FORBIDDEN) if (node[name] !== undefined) return `${name} is not permitted`;
  if (node['$ref'] !== undefined) return Object.keys(node).some((name) => name !== '$ref') ? '$ref cannot have siblings' : undefined;
  if (node['type'] === undefined && node['anyOf'] === undefined) return 'a schema must have a type';
  if (typeof node['pattern'] === 'string' && /\(\?[=!<]/.test(node['pattern'])) return 'regex lookaround is not supported';
  const types = [node['type']].flat();
  const properties = (node['properties'] ?? {}) as Node;
  if (types.includes('object')) {
    if (node['additionalProperties'] !== false) return 'additionalProperties must be false';
    const required = (node['required'] ?? []) as string[];
    const missing = Object.keys(properties).find((name) => !required.includes(name));
    if (missing !== undefined) return `'${missing}' must be required`;
  }
  if (types.includes('array') && node['items'] === undefined) return 'items is missing';
  const children = [
    ...Object.values(properties),
    ...Object.values((node['$defs'] ?? {}) as Node),
    ...Object.values((node['definitions'] ?? {}) as Node),
    ...((node['anyOf'] ?? []) as unknown[]),
    ...(node['items'] === undefined ? [] : [node['items']]),
  ];
  return children.map((child) => strictFault(child, false)).find((fault) => fault !== undefined);
}
