import { isPlainObject } from '@colophon/contract';
import { sanitizeLine, sanitizeText } from '../io/sanitize.ts';
import type { ListedTool, ToolResult } from './rest-tools.ts';

const MAX_NAME = 128;
const MAX_DESCRIPTION = 8000;
/** Members of a tool or its schema that are displayed. */
const READ_MEMBERS: ReadonlySet<string> = new Set(['title', 'description', '$comment']);

/** Sanitized tools for the MCP client. */
export interface CleanTools {
  readonly tools: readonly ListedTool[];
  /** The original name of a tool, by its sanitized name. */
  readonly ownNames: ReadonlyMap<string, string>;
  /** The number of omitted tools: their sanitized name is empty or a duplicate. */
  readonly dropped: number;
}

/**
 * Makes a list of tools safe to forward: characters that control a terminal or reorder text are removed from names, titles and
 * descriptions. Overlong descriptions are cut.
 */
export function cleanTools(listed: readonly ListedTool[]): CleanTools {
  const tools: ListedTool[] = [];
  const ownNames = new Map<string, string>();
  for (const tool of listed) {
    const name = sanitizeLine(tool.name, MAX_NAME);
    if (name === '' || ownNames.has(name)) continue;
    ownNames.set(name, tool.name);
    tools.push({ ...(cleanTexts(tool) as ListedTool), name });
  }
  return { tools, ownNames, dropped: listed.length - tools.length };
}

/** Makes the texts of a result safe to display. Structured data is unchanged, because clients show it as data. */
export function cleanResult(result: ToolResult): ToolResult {
  return { ...result, content: result.content.map(cleanPart) };
}

function cleanPart(part: unknown): unknown {
  if (!isPlainObject(part)) return part;
  const { text, name, title, description, resource } = part;
  return {
    ...part,
    ...(typeof text === 'string' && { text: sanitizeText(text) }),
    ...(typeof name === 'string' && { name: sanitizeLine(name) }),
    ...(typeof title === 'string' && { title: sanitizeLine(title) }),
    ...(typeof description === 'string' && { description: sanitizeText(description) }),
    ...(isPlainObject(resource) && { resource: cleanPart(resource) }),
  };
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
