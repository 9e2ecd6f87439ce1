import type * as McpServerModule from '@modelcontextprotocol/server';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { isPlainObject } from '@colophon/contract';
import { sanitizeLine, sanitizeText } from '../io/sanitize.ts';
import { withoutNulls } from './clean-tools.ts';
import type { ToolResult } from './rest-tools.ts';

type SpecTypes = Pick<typeof McpServerModule, 'isSpecType'>;

/**
 * Makes the texts of a result safe to display. Structured data is unchanged, because clients show it as data. A part that is not one of
 * MCP's is replaced by a text that says so, and other members that are not MCP's are left out: clients reject the whole result otherwise.
 */
export function cleanResult({ isSpecType }: SpecTypes, result: ToolResult): CallToolResult {
  const content = result.content.map((part) => {
    const clean = cleanPart(part);
    return isSpecType.ContentBlock(clean) ? clean : { type: 'text' as const, text: describePart(part) };
  });
  const cleaned: unknown = { ...withoutNulls(result), content };
  return isSpecType.CallToolResult(cleaned) ? { ...cleaned, content } : { content, ...(result.isError === true && { isError: true }) };
}

function describePart(part: unknown): string {
  if (typeof part === 'string') return sanitizeText(part);
  const type = isPlainObject(part) ? part['type'] : undefined;
  return `(a part ${typeof type === 'string' ? `of the type ${sanitizeLine(type, 80)} ` : ''}that cannot be shown)`;
}

function cleanPart(part: unknown): unknown {
  if (!isPlainObject(part)) return part;
  const members = withoutNulls(part);
  const { resource } = members;
  return {
    ...Object.fromEntries(Object.entries(members).map(([member, value]) => [member, cleanMember(member, value)])),
    ...(isPlainObject(resource) && { resource: cleanPart(resource) }),
  };
}

function cleanMember(member: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (member === 'text' || member === 'description') return sanitizeText(value);
  return ['name', 'title', 'uri', 'mimeType'].includes(member) ? sanitizeLine(value) : value;
}
