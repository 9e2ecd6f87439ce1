import type { DiscoveryCommand } from '@colophon/contract';
import type { ResourceSummary } from '../../discovery/catalog-index.ts';
import { fillSegment, pathParameters } from '../../discovery/safe-names.ts';
import { UsageError } from '../../errors/errors.ts';
import { shownName } from '../../flags/flag-value.ts';
import type { CommandInput } from '../../flags/schema-flags.ts';

/** A command's request without headers: its URL and body. */
export interface BuiltRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams | undefined;
  /** Undefined for no body. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Converts a command and its input to a request: path parameters are sent only in the path; the rest is sent in the query for GET and
 * DELETE, in a JSON body otherwise.
 *
 * @throws UsageError if the id or a path parameter is missing or not allowed in a URL
 */
export function buildRequest(
  resource: Pick<ResourceSummary, 'apiPath'>,
  command: DiscoveryCommand,
  id: string | undefined,
  input: ReadonlyMap<string, unknown>,
  commandInput: CommandInput,
): BuiltRequest {
  const parts = ['api', resource.apiPath];
  if (id !== undefined) parts.push(encodeSegment(id, 'the id'));
  for (const segment of command.pathSegments) parts.push(fillSegment(segment, (name) => fillFromInput(name, input, commandInput)));
  const inPath = pathParameters(command);
  const remaining = new Map(Array.from(input).filter(([name]) => !inPath.has(name)));
  const inQuery = command.httpMethod === 'GET' || command.httpMethod === 'DELETE';
  const takesInput = command.parameters !== undefined || remaining.size > 0;
  return {
    method: command.httpMethod,
    path: `/${parts.join('/')}`,
    query: inQuery && remaining.size > 0 ? toQuery(remaining) : undefined,
    body: inQuery || !takesInput ? undefined : Object.fromEntries(remaining),
  };
}

/**
 * Encodes a text as one URL segment.
 *
 * @throws UsageError for texts that a server or a proxy would normalize or split: `.`, `..`, slashes, backslashes, control characters
 */
export function encodeSegment(text: string, description: string): string {
  if (text === '') throw new UsageError(`${description} must not be empty`);
  if (text === '.' || text === '..' || /[/\\]/.test(text)) {
    throw new UsageError(`${description} must not be . or .. and must not contain a slash or a backslash`);
  }
  if (Array.from(text).some((character) => character < ' ' || (character >= '\u007f' && character <= '\u009f')) || !text.isWellFormed()) {
    throw new UsageError(`${description} must not contain control characters`);
  }
  return encodeURIComponent(text);
}

function fillFromInput(name: string, input: ReadonlyMap<string, unknown>, commandInput: CommandInput): string {
  const flag = commandInput.kind === 'flags' ? commandInput.flags.find((candidate) => candidate.property === name) : undefined;
  const shown = flag === undefined ? `"${name}" in the payload` : shownName(flag);
  const value = input.get(name);
  if (value === undefined || value === null) throw new UsageError(`${shown} is required: it is part of the URL`);
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
    throw new UsageError(`${shown} must be a single value: it is part of the URL`);
  return encodeSegment(String(value), shown);
}

function toQuery(input: ReadonlyMap<string, unknown>): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of input) {
    for (const item of Array.isArray(value) ? (value as readonly unknown[]) : [value]) {
      if (item !== undefined) query.append(name, typeof item === 'string' ? item : JSON.stringify(item));
    }
  }
  return query;
}
