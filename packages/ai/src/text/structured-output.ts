import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import type { OutputUnit, ValidationResult } from '@cfworker/json-schema';
import { AIError, invalidInput } from '../errors/errors.ts';
import type { ResponseFormat } from '../interface/options.ts';
import type { AIResponse } from '../interface/responses.ts';
import type { TextVendor } from './vendor.ts';

/** How a vendor is asked for JSON: by its own setting, by an instruction, or both. */
export interface FormatPlan {
  responseFormat?: NonNullable<LanguageModelV4CallOptions['responseFormat']>;
  instruction?: string;
}

/**
 * Plans how to ask for the wanted shape.
 *
 * @throws AIError `INVALID_INPUT` when the format cannot be used.
 */
export function planFormat(format: ResponseFormat | undefined, vendor: Pick<TextVendor, 'jsonMode' | 'jsonSchema'>): FormatPlan {
  if (format === undefined || format.type === 'text') return {};
  if (format.type === 'json_object') {
    return vendor.jsonMode
      ? { responseFormat: { type: 'json' } }
      : { instruction: 'Answer with one JSON object and nothing else: no prose, no code fence.' };
  }
  if (format.type !== 'json_schema' || typeof format.schema !== 'object' || format.schema === null) {
    throw invalidInput("responseFormat must be {type: 'text'}, {type: 'json_object'} or {type: 'json_schema', schema}.");
  }
  if (!vendor.jsonSchema) {
    return {
      instruction: `Answer with one JSON value that fits this JSON Schema and nothing else: no prose, no code fence.\n${JSON.stringify(format.schema)}`,
    };
  }
  return {
    responseFormat: {
      type: 'json',
      schema: format.schema,
      ...(format.name === undefined ? {} : { name: format.name }),
      ...(format.description === undefined ? {} : { description: format.description }),
    },
  };
}

/**
 * Parses the answer and holds it against the schema, whatever the vendor promised.
 *
 * @throws AIError `INVALID_OBJECT` saying where it does not fit, without quoting it.
 */
export async function readObject(response: AIResponse, format: ResponseFormat | undefined, kind: string): Promise<AIResponse> {
  if (format === undefined || format.type === 'text' || (response.toolCalls && response.content === '')) return response;
  const fail = (why: string): AIError =>
    new AIError(`${kind}: the answer is not the JSON that was asked for: ${why}.`, { code: 'INVALID_OBJECT', provider: kind });
  if (response.finishReason === 'length') throw fail('it was cut at the output ceiling; raise maxTokens');
  let object: unknown;
  try {
    object = JSON.parse(withoutFence(response.content));
  } catch {
    throw fail('it cannot be parsed');
  }
  if (format.type === 'json_schema') {
    const { Validator } = await import('@cfworker/json-schema');
    const draft = JSON.stringify(format.schema['$schema'] ?? '').includes('2020-12') ? '2020-12' : '7';
    const first = validate(() => new Validator(format.schema, draft).validate(object));
    if (first !== undefined) throw fail(`at ${first.instanceLocation} it breaks the schema's '${first.keyword}'`);
  } else if (typeof object !== 'object' || object === null) {
    throw fail('it is not an object');
  }
  return { ...response, object };
}

/** The fault that lies deepest, or `undefined` when the value fits. */
function validate(run: () => ValidationResult): OutputUnit | undefined {
  try {
    const { valid, errors } = run();
    return valid ? undefined : (errors.at(-1) ?? { keyword: 'schema', keywordLocation: '#', instanceLocation: '#', error: '' });
  } catch {
    throw invalidInput('responseFormat.schema is not a JSON Schema that can be used.');
  }
}

function withoutFence(text: string): string {
  const fenced = /^\s*```(?:json)?\s*\n([\s\S]*?)\n?\s*```\s*$/.exec(text);
  return fenced?.[1] ?? text;
}
