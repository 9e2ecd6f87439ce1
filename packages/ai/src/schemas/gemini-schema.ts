import type { JsonSchema } from '../interface/messages.ts';
import type { FittedSchema } from './fitted-schema.ts';
import { below, isNode, MAX_SCHEMA_DEPTH, safeName, type Node } from './json-node.ts';

/** What `responseJsonSchema` of Gemini's API enforces, as its documentation lists it (2026-11); annotations are harmless. */
const KNOWN: ReadonlySet<string> = new Set(
  '$id $defs $ref $anchor type format title description enum const items prefixItems minItems maxItems minimum maximum anyOf oneOf properties additionalProperties required propertyOrdering $schema $comment default examples readOnly writeOnly deprecated'.split(
    ' ',
  ),
);

/** Names the parts of a schema that Gemini's API ignores. The schema itself is sent as it is. */
export function fitGeminiSchema(schema: JsonSchema): FittedSchema {
  const lost: string[] = [];
  note(schema, '#', 0, lost);
  return { schema, isEnforced: true, isWrapped: false, lost };
}

function note(value: unknown, path: string, depth: number, lost: string[]): void {
  if (!isNode(value) || depth > MAX_SCHEMA_DEPTH) return;
  for (const [name, child] of Object.entries(value)) {
    if (!KNOWN.has(name)) lost.push(`${safeName(name)} at ${path}`);
    else if (name === 'properties' || name === '$defs') noteNamed(child as Node, below(path, name), depth, lost);
    else if (Array.isArray(child)) child.forEach((entry, index) => note(entry, below(path, name, `${index}`), depth + 1, lost));
    else if (name === 'items' || name === 'additionalProperties') note(child, below(path, name), depth + 1, lost);
  }
}

function noteNamed(value: unknown, path: string, depth: number, lost: string[]): void {
  if (isNode(value)) for (const [name, child] of Object.entries(value)) note(child, below(path, name), depth + 1, lost);
}
