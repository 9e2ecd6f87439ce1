type Json = Record<string, unknown>;

/** The keywords that the wire supports. */
const KEPT = ['$schema', '$id', '$ref', 'title', 'description', 'default', 'const', 'enum', 'type', 'format'] as const;
const FORMATS = ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'uri', 'ipv4', 'ipv6', 'uuid'];
/** Keywords that the wire rejects; the model receives them as text, and the answer is validated against them here. */
const TOLD = ['minimum', 'maximum', 'minLength', 'maxLength', 'pattern', 'minItems', 'maxItems', 'multipleOf', 'uniqueItems'] as const;

/** Reduces a JSON schema to the part that the Messages wire supports. */
export function toMessagesSchema(schema: unknown, depth = 0): unknown {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema) || depth > 50) return schema;
  const node = schema as Json;
  const all = (value: unknown): unknown => (Array.isArray(value) ? value.map((entry) => toMessagesSchema(entry, depth + 1)) : undefined);
  const named = (value: unknown): Json =>
    Object.fromEntries(Object.entries((value ?? {}) as Json).map(([name, entry]) => [name, toMessagesSchema(entry, depth + 1)]));
  const supported: Json = Object.fromEntries(KEPT.flatMap((name) => (node[name] === undefined ? [] : [[name, node[name]]])));
  if (typeof supported['format'] === 'string' && !FORMATS.includes(supported['format'])) delete supported['format'];
  if (node['anyOf'] ?? node['oneOf']) supported['anyOf'] = all(node['anyOf'] ?? node['oneOf']);
  if (node['allOf']) supported['allOf'] = all(node['allOf']);
  for (const name of ['$defs', 'definitions']) if (node[name]) supported[name] = named(node[name]);
  if (node['type'] === 'object' || node['properties'] !== undefined) {
    if (node['properties']) supported['properties'] = named(node['properties']);
    if (node['required']) supported['required'] = node['required'];
    supported['additionalProperties'] = false;
  }
  if (node['items'] !== undefined) supported['items'] = all(node['items']) ?? toMessagesSchema(node['items'], depth + 1);
  const unsupported = TOLD.flatMap((name) => (node[name] === undefined ? [] : [`${name}: ${JSON.stringify(node[name])}`])).join('; ');
  if (unsupported !== '') supported['description'] = [node['description'], `${unsupported}.`].filter(Boolean).join('\n');
  return supported;
}
