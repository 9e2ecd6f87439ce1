import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import type { OutputUnit, ValidationResult } from '@cfworker/json-schema';
import { invalidInput } from '../errors/errors.ts';
import { InvalidObjectError } from './invalid-object.ts';
import type { JsonSchema } from '../interface/messages.ts';
import type { JsonSchemaFormat, ResponseFormat } from '../interface/options.ts';
import type { AIResponse, AIWarning } from '../interface/responses.ts';
import { isStandardSchema, type StandardSchema } from '../interface/schema.ts';
import { checkNames } from '../errors/check-names.ts';
import { withoutAbsent } from '../schemas/absent-members.ts';
import { describeLost, WRAPPED } from '../schemas/fitted-schema.ts';
import { safeName } from '../schemas/json-node.ts';
import type { TextVendor } from './vendor.ts';

/** What a vendor can do with schemas. */
type SchemaVendor = Pick<TextVendor, 'kind' | 'jsonMode' | 'jsonSchema' | 'fitSchema'>;

/** How JSON is requested from a vendor: by its own setting, by an instruction, or both. */
export interface FormatPlan {
  responseFormat?: NonNullable<LanguageModelV4CallOptions['responseFormat']>;
  instruction?: string;
  /** What the vendor does not enforce. */
  warnings?: AIWarning[];
}

const formatNames: Record<ResponseFormat['type'], Readonly<Record<string, true>>> = {
  text: { type: true },
  json_object: { type: true },
  json_schema: { type: true, schema: true, jsonSchema: true, name: true, description: true },
};

/**
 * Plans how to request the required shape.
 *
 * @throws AIError `INVALID_INPUT` if the format is invalid.
 */
export function planFormat(format: ResponseFormat | undefined, vendor: SchemaVendor): FormatPlan {
  if (format === undefined) return {};
  checkFormat(format);
  if (format.type === 'text') return {};
  if (format.type === 'json_object') return planObject(vendor);
  const schema = readJsonSchema(format);
  if (!vendor.jsonSchema) {
    const message = `${vendor.kind} does not enforce schemas: this one is sent as an instruction, and the answer is validated here.`;
    return {
      instruction: `Answer with one JSON value that fits this JSON Schema and nothing else: no prose, no code fence.\n${JSON.stringify(schema)}`,
      warnings: [{ feature: 'responseFormat.schema', message }],
    };
  }
  const fitted = vendor.fitSchema?.(schema);
  return {
    responseFormat: {
      type: 'json',
      schema: fitted?.schema ?? schema,
      ...(format.name === undefined ? {} : { name: format.name }),
      ...(format.description === undefined ? {} : { description: format.description }),
    },
    ...(fitted === undefined || fitted.lost.length === 0
      ? {}
      : { warnings: [{ feature: 'responseFormat.schema', message: describeLost(fitted) }] }),
  };
}

function checkFormat(format: ResponseFormat): void {
  const type = (format as { type?: unknown } | null)?.type;
  if (
    (type !== 'text' && type !== 'json_object' && type !== 'json_schema') ||
    (format.type === 'json_schema' && !isSchema(format.schema))
  ) {
    throw invalidInput("responseFormat must be {type: 'text'}, {type: 'json_object'} or {type: 'json_schema', schema}.");
  }
  checkNames(format, formatNames[type], 'responseFormat.', invalidInput);
  if (format.type !== 'json_schema') return;
  // The rule of the vendors; it becomes part of their requests.
  if (format.name !== undefined && !/^[\w-]{1,64}$/.test(String(format.name))) {
    throw invalidInput('responseFormat.name must be letters, digits, - and _, at most 64.');
  }
  if (format.description !== undefined && typeof format.description !== 'string')
    throw invalidInput('responseFormat.description must be a text.');
  if (format.jsonSchema !== undefined && !isPlainSchema(format.jsonSchema))
    throw invalidInput('responseFormat.jsonSchema must be a JSON Schema.');
}

function planObject(vendor: Pick<TextVendor, 'jsonMode'>): FormatPlan {
  return vendor.jsonMode
    ? { responseFormat: { type: 'json' } }
    : { instruction: 'Answer with one JSON object and nothing else: no prose, no code fence.' };
}

function isSchema(value: unknown): boolean {
  return isPlainSchema(value) || isStandardSchema(value);
}

function isPlainSchema(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The JSON Schema of a format, which the model receives. */
function readJsonSchema(format: JsonSchemaFormat): JsonSchema {
  if (format.jsonSchema !== undefined || !isStandardSchema(format.schema)) return format.jsonSchema ?? (format.schema as JsonSchema);
  const { vendor, jsonSchema } = format.schema['~standard'];
  let written: JsonSchema | undefined;
  try {
    written = jsonSchema?.input({ target: 'draft-07' });
  } catch {
    throw invalidInput('responseFormat.schema cannot be written as JSON Schema; pass responseFormat.jsonSchema too.');
  }
  if (written !== undefined) return written;
  throw invalidInput(
    `responseFormat.schema (of the library ${safeName(String(vendor))}) provides no JSON Schema, so the model would not receive it; pass responseFormat.jsonSchema too.`,
  );
}

/**
 * Creates the function that takes the requested value out of the object that wraps it for some vendors, and removes members that are
 * `null` for "absent".
 */
export function objectReader(format: ResponseFormat | undefined, vendor: Pick<TextVendor, 'fitSchema'>): (object: unknown) => unknown {
  if (format?.type !== 'json_schema') return (object) => object;
  const schema = readJsonSchema(format);
  const isWrapped = vendor.fitSchema?.(schema).isWrapped === true;
  return (object) => {
    const hasWrapper = isWrapped && isPlainSchema(object) && Object.hasOwn(object as object, WRAPPED);
    return withoutAbsent(hasWrapper ? (object as Record<string, unknown>)[WRAPPED] : object, schema);
  };
}

/**
 * Parses the answer and validates it against the schema, whatever the vendor promised.
 *
 * @throws InvalidObjectError with the location of the fault, without quoting it; it carries the text and the usage.
 */
export async function readObject(response: AIResponse, format: ResponseFormat | undefined, vendor: SchemaVendor): Promise<AIResponse> {
  const { kind } = vendor;
  if (format === undefined || format.type === 'text' || (response.toolCalls && response.content === '')) return response;
  // The rest of it follows when the vendor gets its turn back.
  if (response.finishReason === 'paused') return response;
  const fail = (why: string): InvalidObjectError =>
    new InvalidObjectError(`${kind}: the answer is not the requested JSON: ${why}.`, response, kind);
  if (response.finishReason === 'length') throw fail('it was cut at the output ceiling; raise maxTokens');
  let object: unknown;
  try {
    object = JSON.parse(withoutFence(response.content));
  } catch {
    throw fail('it cannot be parsed');
  }
  if (format.type !== 'json_schema') {
    if (typeof object !== 'object' || object === null) throw fail('it is not an object');
    return { ...response, object };
  }
  object = objectReader(format, vendor)(object);
  if (isStandardSchema(format.schema)) return { ...response, object: await checkStandard(format.schema, object, fail) };
  await checkJsonSchema(format.schema as JsonSchema, object, fail);
  return { ...response, object };
}

async function checkStandard(schema: StandardSchema, object: unknown, fail: (why: string) => Error): Promise<unknown> {
  const result = await check(() => schema['~standard'].validate(object));
  if (result === undefined) throw fail('the schema could not check it');
  if (result.issues === undefined) return result.value;
  // The issues may quote the answer.
  throw fail(`it violates the schema in ${result.issues.length === 1 ? 'one place' : `${result.issues.length} places`}`);
}

/** Runs a caller's validation of an answer; `undefined` if the validation itself throws. */
async function check<T>(run: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await run();
  } catch {
    return undefined;
  }
}

async function checkJsonSchema(schema: JsonSchema, object: unknown, fail: (why: string) => Error): Promise<void> {
  const { Validator } = await import('@cfworker/json-schema');
  const draft = JSON.stringify(schema['$schema'] ?? '').includes('2020-12') ? '2020-12' : '7';
  const fault = validate(() => new Validator(schema, draft).validate(object));
  // The location is named by the schema, which is the caller's own: names in the answer come from the model.
  if (fault !== undefined) throw fail(`it violates the schema at ${fault.keywordLocation}`);
}

/** The deepest fault, or `undefined` if the value is valid. */
function validate(run: () => ValidationResult): Pick<OutputUnit, 'keywordLocation'> | undefined {
  try {
    const { valid, errors } = run();
    if (valid) return undefined;
    // A schema that is `false` is located by the value it rejects.
    return errors.findLast((error) => error.keyword !== 'false') ?? { keywordLocation: '#' };
  } catch (failure) {
    // A recursive schema follows a value to any depth.
    if (failure instanceof RangeError) return { keywordLocation: '#: it is nested too deeply' };
    throw invalidInput('responseFormat.schema is not a JSON Schema that can be used.');
  }
}

function withoutFence(text: string): string {
  const fenced = /^\s*```(?:json)?\s*\n([\s\S]*?)\n?\s*```\s*$/.exec(text);
  return fenced?.[1] ?? text;
}
