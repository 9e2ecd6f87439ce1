import type { JsonSchema, ToolCall } from '../interface/messages.ts';
import type { StandardSchema } from '../interface/schema.ts';
import type { Approval } from './approval.ts';

/** The context of a tool call, apart from its input. */
export interface ToolContext {
  call: ToolCall;
  /** Aborts when the loop is to stop. */
  signal: AbortSignal;
  /** The record on which the call runs, if there is one. */
  approval?: Approval;
}

/** A tool that a model may call and that `runTools` runs. */
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
  /** Runs the tool. A string is passed to the model unchanged, `ToolContent` with its pictures, anything else as JSON. */
  execute(input: Input, context: ToolContext): unknown;
}
