import { invalidInput } from '../errors/errors.ts';
import type { JsonSchema, ToolCall, ToolDefinition } from '../interface/messages.ts';
import { isStandardSchema, type StandardSchema } from '../interface/schema.ts';

/** The context of a tool call, apart from its input. */
export interface ToolContext {
  call: ToolCall;
  /** Aborts when the loop is to stop. */
  signal: AbortSignal;
}

/** A tool that a model may call and that {@link runTools} runs. */
export interface Tool<Input = never> {
  name: string;
  description?: string;
  /** The shape of the input: JSON Schema, or a schema of any library that follows Standard Schema. */
  parameters: JsonSchema | StandardSchema<Input>;
  /** The schema sent to the model, if the library of `parameters` provides no JSON Schema. */
  jsonSchema?: JsonSchema;
  strict?: boolean;
  /** Whether the tool needs approval before it runs; a function decides by the input. Default: no. */
  needsApproval?: boolean | ((input: Input) => boolean | Promise<boolean>);
  /** Runs the tool. A string is passed to the model unchanged, anything else as JSON. */
  execute(input: Input, context: ToolContext): unknown;
}

/** The type of the input that a schema accepts. */
type InputOf<Schema> = Schema extends StandardSchema<infer Output> ? Output : Record<string, unknown>;

/**
 * Defines a tool whose input type is inferred from its schema.
 *
 * @example
 * const hours = defineTool({
 *   name: 'opening_hours',
 *   parameters: z.object({ place: z.string() }),
 *   execute: ({ place }) => lookUp(place),
 * });
 */
export function defineTool<const Schema extends JsonSchema | StandardSchema>(
  tool: Omit<Tool<InputOf<Schema>>, 'parameters'> & { parameters: Schema },
): Tool {
  return tool as unknown as Tool;
}

/** The declaration of a tool for the model; throws `INVALID_INPUT` naming the tool if its schema cannot be expressed. */
export function toDefinition(tool: Tool): ToolDefinition {
  const { name, description, strict } = tool;
  return {
    type: 'function',
    function: {
      name,
      parameters: toJsonSchema(tool),
      ...(description === undefined ? {} : { description }),
      ...(strict === undefined ? {} : { strict }),
    },
  };
}

function toJsonSchema(tool: Tool): JsonSchema {
  if (tool.jsonSchema !== undefined || !isStandardSchema(tool.parameters)) return tool.jsonSchema ?? (tool.parameters as JsonSchema);
  try {
    const made = tool.parameters['~standard'].jsonSchema?.input({ target: 'draft-07' });
    if (made !== undefined) return made;
  } catch {
    // Reported below.
  }
  throw invalidInput(`The parameters of the tool ${tool.name} cannot be converted to JSON Schema; add jsonSchema.`);
}

/** Parses the arguments of a call: the input, or a description of the fault for the model. */
export async function readToolInput(tool: Tool, text: string): Promise<{ input: unknown } | { fault: string }> {
  let value: unknown;
  try {
    value = text.trim() === '' ? {} : JSON.parse(text);
  } catch {
    return { fault: 'The arguments are not valid JSON. Call the tool again with valid JSON.' };
  }
  try {
    return await checkInput(tool, value);
  } catch {
    return { fault: 'The arguments could not be checked. Call the tool again with simpler ones.' };
  }
}

async function checkInput(tool: Tool, value: unknown): Promise<{ input: unknown } | { fault: string }> {
  if (isStandardSchema(tool.parameters)) {
    const result = await tool.parameters['~standard'].validate(value);
    if (result.issues === undefined) return { input: result.value };
    return {
      fault: `The arguments do not fit: ${result.issues
        .map(({ message }) => message)
        .slice(0, 5)
        .join('; ')}`,
    };
  }
  const { Validator } = await import('@cfworker/json-schema');
  const { valid, errors } = new Validator(tool.parameters as JsonSchema, '7').validate(value);
  return valid ? { input: value } : { fault: `The arguments do not fit: ${errors.at(-1)?.error ?? 'they violate the schema'}` };
}
