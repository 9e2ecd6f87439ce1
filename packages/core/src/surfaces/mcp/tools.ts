import { permits } from '../../callers/access.ts';
import type { Caller } from '../../callers/caller.ts';
import { kebabCase, singular, snakeCase } from '../../objects/names.ts';
import { mayDefer } from '../../operations/may-defer.ts';
import { inputNames, type Operation } from '../../operations/operation.ts';
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

/** The tools of an operation table by name, in the order of their names. Each is described when it is first listed. */
export class Toolbox {
  readonly #table: OperationTable;
  readonly #operations: ReadonlyMap<string, Operation>;
  readonly #described = new Map<Operation, Tool>();

  /** @throws RegistryError naming every tool whose name is taken, too long, or whose input hides the record's key */
  constructor(table: OperationTable) {
    this.#table = table;
    const operations = new Map<string, Operation>();
    const faults: string[] = [];
    for (const operation of table.operations) {
      if (!operation.exposed.mcp) continue;
      const name = toolName(operation);
      const label = `${operation.resource.className}.${operation.name}`;
      if (!NAME.test(name)) faults.push(`${label}: ${name} cannot be a tool name (64 characters at most)`);
      if (operations.has(name)) faults.push(`${label}: another tool is called ${name}`);
      // That of CRUD never has it.
      if (operation.kind === 'custom' && operation.scope === 'item' && inputNames(operation).includes(operation.resource.definition.key)) {
        faults.push(`${label}: its input has ${operation.resource.definition.key}, which is how a tool names the record`);
      }
      operations.set(name, operation);
    }
    if (faults.length > 0) throw new RegistryError(faults);
    this.#operations = new Map([...operations].sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  /** What the caller may use; what a rule decides by the record is listed and judged when it is called. */
  listFor(caller: Caller): Tool[] {
    return [...this.#operations.values()].filter(({ access }) => permits(access, caller)).map((operation) => this.#describe(operation));
  }

  operation(name: string): Operation | undefined {
    return this.#operations.get(name);
  }

  #describe(operation: Operation): Tool {
    let tool = this.#described.get(operation);
    if (!tool) this.#described.set(operation, (tool = toolOf(operation, this.#table)));
    return tool;
  }
}

/** `contents` and `list` → `content_list`; a subclass's `content-documents` → `content-document_list`. */
export function toolName(operation: Operation): string {
  return `${kebabCase(singular(snakeCase(operation.resource.slug)))}_${operation.commandName}`;
}

function toolOf(operation: Operation, table: OperationTable): Tool {
  const { definition, label } = operation.resource;
  const { 'x-requirements': requirements, ...parameters } = parametersOf(operation, 'value');
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
