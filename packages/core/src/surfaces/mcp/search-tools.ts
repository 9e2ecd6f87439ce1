import { z } from 'zod';
import type { Call } from '../../callers/call.ts';
import { ColophonError } from '../../errors/colophon-error.ts';
import { NotFoundError, ValidationError } from '../../errors/errors.ts';
import { validate } from '../../objects/faults.ts';
import type { Operation } from '../../operations/operation.ts';
import { problemOf } from '../http/problem.ts';
import { jsonSchemaOf } from '../schema/json-schema.ts';
import { resultOf, type ToolResult } from './call-tool.ts';
import type { ToolSearch } from './tool-search.ts';
import { type Tool, type Toolbox, toolName } from './tools.ts';

/** Searches all tools that the caller may use. */
export const SEARCH_TOOL = 'operation_search';
/** Runs a tool that is not listed. */
export const RUN_TOOL = 'operation_run';

const SearchInput = z.strictObject({
  query: z.string().min(1).max(500).describe('What you want to do, in a few words: "issue a correction".'),
  limit: z.int().min(1).max(10).default(5),
});
const RunInput = z.strictObject({
  name: z.string().describe('The name of a tool that operation_search has found.'),
  arguments: z.record(z.string(), z.unknown()).default({}).describe('What its inputSchema describes.'),
});

/** The two tools by which every other one is found and run. */
export const SEARCH_TOOLS: readonly Tool[] = [
  {
    name: SEARCH_TOOL,
    title: 'Find tools',
    description: 'Find tools for a task among all that you may use; most are not listed. Returns their names and input schemas.',
    inputSchema: { ...jsonSchemaOf(SearchInput, 'input'), type: 'object' },
    outputSchema: {
      type: 'object',
      properties: {
        tools: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              name: { type: 'string' },
              description: { type: 'string' },
              effects: { enum: ['read', 'write', 'destructive'] },
              inputSchema: { type: 'object' },
            },
          },
        },
      },
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  },
  {
    name: RUN_TOOL,
    title: 'Run a tool that was found',
    description: 'Run a tool that operation_search has found, with its arguments. It is checked as if it were called by its name.',
    inputSchema: { ...jsonSchemaOf(RunInput, 'input'), type: 'object' },
    outputSchema: { type: 'object' },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  },
];

/** Runs `operation_search`. */
export async function searchTools(
  input: unknown,
  { toolbox, search, call, isReadOnly }: { toolbox: Toolbox; search: ToolSearch; call: Call; isReadOnly: boolean },
): Promise<ToolResult> {
  try {
    const { query, limit } = checked(SearchInput, input);
    const found = search.find(query, { caller: call.caller, limit, isReadOnly });
    const tools = await toolbox.describe(found);
    return resultOf(
      {
        tools: tools.map(({ name, description, inputSchema }, index) => ({
          name,
          description,
          effects: found[index]?.effects,
          inputSchema,
        })),
      },
      false,
    );
  } catch (error) {
    return resultOf(problemOf(error, { instance: `tool:${SEARCH_TOOL}`, requestId: call.requestId ?? '' }), true);
  }
}

/** What `operation_run` is asked to run. @throws ValidationError, NotFoundError */
export function runRequest(input: unknown, toolbox: Toolbox): { readonly operation: Operation; readonly input: object } {
  const { name, arguments: given } = checked(RunInput, input);
  const operation = toolbox.operation(name);
  if (!operation)
    throw new NotFoundError(`There is no tool ${name.slice(0, 100)}.`, { hint: `${SEARCH_TOOL} finds those that there are.` });
  return { operation, input: given };
}

/** Requires at an address for reading that a tool only reads. @throws ColophonError 403 `read_only_address` */
export function requireReading(operation: Operation): void {
  if (operation.effects === 'read') return;
  throw new ColophonError(403, 'read_only_address', `At this address tools only read; ${toolName(operation)} writes.`, {
    hint: 'Connect to the address without /readonly.',
  });
}

function checked<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = validate(schema, input);
  if (!result.success) throw ValidationError.of(result.faults);
  return result.data as z.output<S>;
}
