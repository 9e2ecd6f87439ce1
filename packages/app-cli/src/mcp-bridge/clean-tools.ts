import type * as McpServerModule from '@modelcontextprotocol/server';
import type { Tool } from '@modelcontextprotocol/server';
import { isPlainObject } from '@colophon/contract';
import { sanitizeText } from '../io/sanitize.ts';
import type { ListedTool } from './rest-tools.ts';

const MAX_NAME = 128;
const MAX_DESCRIPTION = 8000;
/** Members of a tool or its schema that are displayed. */
const READ_MEMBERS: ReadonlySet<string> = new Set(['title', 'description', '$comment']);

/** Sanitized tools for the MCP client. */
export interface CleanTools {
  readonly tools: readonly Tool[];
  /** The original name of a tool, by its sanitized name. */
  readonly ownNames: ReadonlyMap<string, string>;
  /** The number of omitted tools: their sanitized name is empty or a duplicate, or they are not tools as MCP defines them. */
  readonly dropped: number;
}

/**
 * Makes a list of tools safe to forward: characters that control a terminal or reorder text are removed from names, titles and
 * descriptions. Overlong descriptions are cut. A tool that clients would reject, and the whole list with it, is omitted.
 */
export function cleanTools({ isSpecType }: Pick<typeof McpServerModule, 'isSpecType'>, listed: readonly ListedTool[]): CleanTools {
  const tools: Tool[] = [];
  const ownNames = new Map<string, string>();
  for (const tool of listed) {
    const name = cleanName(tool.name);
    const clean: unknown = { ...(cleanTexts(withoutNulls(tool)) as Readonly<Record<string, unknown>>), name };
    if (name === '' || ownNames.has(name) || !isSpecType.Tool(clean)) continue;
    ownNames.set(name, tool.name);
    tools.push(clean);
  }
  return { tools, ownNames, dropped: listed.length - tools.length };
}

/** Servers in other languages send null for what is absent, which MCP does not allow. */
export function withoutNulls(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));
}

/** Returns a name that is printable and without spaces, which many clients reject together with the whole list. */
function cleanName(name: string): string {
  return sanitizeText(name).trim().replaceAll(/\s+/gu, '_').slice(0, MAX_NAME).toWellFormed();
}

function cleanTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cleanTexts);
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([member, inner]) => [
      member,
      READ_MEMBERS.has(member) && typeof inner === 'string' ? shorten(sanitizeText(inner)) : cleanTexts(inner),
    ]),
  );
}

function shorten(text: string): string {
  return text.length <= MAX_DESCRIPTION ? text : `${text.slice(0, MAX_DESCRIPTION - 1).toWellFormed()}…`;
}
