import { permits } from '../../callers/access.ts';
import type { Caller } from '../../callers/caller.ts';
import { kebabCase, singular, snakeCase } from '../../objects/names.ts';
import { mayDefer } from '../../operations/may-defer.ts';
import type { Operation } from '../../operations/operation.ts';
import type { OperationTable } from '../../operations/operation-table.ts';
import { RegistryError } from '../../registry/registry-error.ts';
import { parametersOf } from '../schema/parameters.ts';

/** A tool as MCP lists it. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: { readonly type: 'object'; readonly [keyword: string]: unknown };
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: false;
  };
}

/** The argument that carries an idempotency key. */
export const IDEMPOTENCY_ARGUMENT = '_idempotencyKey';
/** The argument that carries the revision that the caller read. */
export const REVISION_ARGUMENT = '_expectedRev';

/** The argument of a caller that would rather not wait; REST has `Prefer: respond-async`. */
export const ASYNC_ARGUMENT = '_async';

// Hosts put a prefix before names and fail above 64 characters.
const NAME = /^[a-z0-9_-]{1,64}$/;

/** The tools of an operation table by name, in the order of their names. */
export class Toolbox {
  readonly #tools: ReadonlyMap<string, { readonly operation: Operation; readonly tool: Tool }>;

  /** @throws RegistryError naming every tool whose name is taken, too long, or whose input hides the record's key */
  constructor(table: OperationTable) {
    const entries = new Map<string, { operation: Operation; tool: Tool }>();
    const faults: string[] = [];
    for (const operation of table.operations) {
      if (!operation.exposed.mcp) continue;
      const tool = toolOf(operation, table);
      const label = `${operation.resource.className}.${operation.name}`;
      if (!NAME.test(tool.name)) faults.push(`${label}: ${tool.name} cannot be a tool name (64 characters at most)`);
      if (entries.has(tool.name)) faults.push(`${label}: another tool is called ${tool.name}`);
      if (operation.scope === 'item' && hasProperty(operation, operation.resource.definition.key)) {
        faults.push(`${label}: its input has ${operation.resource.definition.key}, which is how a tool names the record`);
      }
      entries.set(tool.name, { operation, tool });
    }
    if (faults.length > 0) throw new RegistryError(faults);
    this.#tools = new Map([...entries].sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  /** What the caller may use; what a rule decides by the record is listed and judged when it is called. */
  listFor(caller: Caller): Tool[] {
    return [...this.#tools.values()].filter(({ operation }) => permits(operation.access, caller)).map(({ tool }) => tool);
  }

  operation(name: string): Operation | undefined {
    return this.#tools.get(name)?.operation;
  }
}

/** `contents` and `list` → `content_list`; a subclass's `content-documents` → `content-document_list`. */
export function toolName(operation: Operation): string {
  return `${kebabCase(singular(snakeCase(operation.resource.slug)))}_${operation.commandName}`;
}

function toolOf(operation: Operation, table: OperationTable): Tool {
  const { definition, label } = operation.resource;
  const { 'x-requirements': requirements, ...parameters } = parametersOf(operation);
  const properties: Record<string, unknown> = { ...parameters.properties };
  const required = [...(parameters.required ?? [])];
  if (operation.scope === 'item') {
    properties[definition.key] = { type: 'string', description: `The ${definition.key} of the record.` };
    required.unshift(definition.key);
  }
  if (requirements?.idempotencyKey)
    properties[IDEMPOTENCY_ARGUMENT] = {
      type: 'string',
      description: 'The same key for the same request, so that sending it twice does it once.',
    };
  if (requirements?.expectedVersion) {
    properties[REVISION_ARGUMENT] = {
      type: 'integer',
      description: 'The rev of the record as you read it; the call is refused when it has changed since.',
    };
    if (requirements.expectedVersion.required) required.push(REVISION_ARGUMENT);
  }
  if (mayDefer(operation, table))
    properties[ASYNC_ARGUMENT] = { type: 'boolean', description: 'Answer at once with a job that does it in the background.' };
  return {
    name: toolName(operation),
    title: `${label}: ${operation.commandName}`,
    description: operation.description,
    inputSchema: { ...parameters, type: 'object', properties, ...(required.length > 0 ? { required } : {}) },
    annotations: {
      readOnlyHint: operation.effects === 'read',
      destructiveHint: operation.effects === 'destructive',
      idempotentHint: operation.effects === 'read' || operation.method === 'PUT' || operation.method === 'DELETE',
      openWorldHint: false,
    },
  };
}

function hasProperty(operation: Operation, name: string): boolean {
  return Object.hasOwn(parametersOf(operation).properties ?? {}, name);
}
