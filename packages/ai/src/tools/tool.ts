import { invalidInput } from '../errors/errors.ts';
import type { JsonSchema, ToolDefinition } from '../interface/messages.ts';
import { withoutAbsent } from '../schemas/absent-members.ts';
import { isStandardSchema, type StandardSchema } from '../interface/schema.ts';
import { checkTool } from './check-tools.ts';
import type { Tool } from './tool-type.ts';

/** The type of the input that a schema accepts. */
type InputOf<Schema> = Schema extends StandardSchema<infer Output> ? Output : Record<string, unknown>;

/**
 * Defines a tool whose input type is inferred from its schema.
 *
 * @throws AIError `INVALID_INPUT` naming a field that is unknown or has another form
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
  checkTool(tool as unknown as Tool);
  return tool as unknown as Tool;
}

/** The declaration of a tool for the model; throws `INVALID_INPUT` naming the tool if its schema cannot be expressed. */
export function toDefinition(tool: Tool): ToolDefinition {
  const { name, description, strict = 'auto' } = tool;
  return {
    type: 'function',
    function: {
      name,
      parameters: toJsonSchema(tool),
      ...(description === undefined ? {} : { description }),
      strict,
    },
  };
}

function toJsonSchema(tool: Tool): JsonSchema {
  if (tool.jsonSchema !== undefined || !isStandardSchema(tool.parameters)) return tool.jsonSchema ?? (tool.parameters as JsonSchema);
  try {
    const converted = tool.parameters['~standard'].jsonSchema?.input({ target: 'draft-07' });
    if (converted !== undefined) return converted;
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

async function checkInput(tool: Tool, given: unknown): Promise<{ input: unknown } | { fault: string }> {
  // The strict mode of vendors knows no optional arguments, so an absent one is written as null.
  const value = withoutAbsent(given, toJsonSchema(tool));
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
