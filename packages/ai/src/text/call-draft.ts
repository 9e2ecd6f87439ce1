import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FilePart,
  LanguageModelV4FunctionTool,
  LanguageModelV4Prompt,
  LanguageModelV4ToolChoice,
} from '@ai-sdk/provider';
import { checkNames, type Names } from '../errors/check-names.ts';
import { invalidInput } from '../errors/errors.ts';
import type { JsonSchema, Message, ToolDefinition } from '../interface/messages.ts';
import type { ChatOptions, ToolChoice } from '../interface/options.ts';
import type { Call } from '../provider/call.ts';
import type { ProviderSettings } from '../provider/settings.ts';
import type { AIWarning } from '../interface/responses.ts';
import { MAX_IDENTIFIER } from '../limits/answer.ts';
import { describeLost, type FitSchema } from '../schemas/fitted-schema.ts';
import { cacheMark } from '../wires/cache-mark.ts';
import { fetchImage } from './images.ts';
import { hasSignedReasoning } from './replay.ts';
import { planServerTools } from './server-tools.ts';
import { planFormat } from './structured-output.ts';
import { readCalls, toPrompt } from './to-prompt.ts';
import type { TextVendor } from './vendor.ts';
import type { ConversationFacts } from '../wires/vendor-models.ts';

/** A validated call that only lacks its model, its images and its reasoning. */
export interface CallDraft {
  prompt: LanguageModelV4Prompt;
  callOptions: Omit<LanguageModelV4CallOptions, 'prompt'>;
  facts: ConversationFacts;
  /** What cannot be passed to the vendor, known before anything is sent. */
  warnings: AIWarning[];
}

/**
 * Validates messages and options and converts them to a draft. Nothing is sent.
 *
 * @throws AIError `INVALID_INPUT` naming the invalid field.
 */
export function planCall(vendor: TextVendor, messages: readonly Message[], options: ChatOptions, settings: ProviderSettings): CallDraft {
  const format = planFormat(options.responseFormat, vendor);
  const context = {
    kind: vendor.kind,
    imageUrlOrigins: settings.options.imageUrlOrigins ?? [],
    inlinesTextFiles: vendor.inlinesTextFiles ?? false,
  };
  const prompt = toPrompt(messages, context);
  if (format.instruction !== undefined) prompt.unshift({ role: 'system', content: format.instruction });
  const declared = toTools(options.tools, vendor);
  const missing = vendor.needsDeclaredTools && declared.length === 0 ? usedTools(prompt) : [];
  const serverTools = planServerTools(vendor.kind, vendor.serverTool, options.serverTools);
  const tools = [...declared, ...missing, ...serverTools];
  const choice = missing.length > 0 && serverTools.length === 0 ? ({ type: 'none' } as const) : toToolChoice(options.toolChoice, declared);
  return {
    prompt,
    warnings: format.warnings ?? [],
    facts: {
      tools: declared.length + missing.length > 0,
      serverTools: serverTools.length > 0,
      signedHistory: lastToolTurnIsSigned(messages, vendor.kind),
    },
    callOptions: {
      ...readSampling(options),
      ...(tools.length === 0 ? {} : { tools }),
      ...(choice === undefined ? {} : { toolChoice: choice }),
      ...(format.responseFormat === undefined ? {} : { responseFormat: format.responseFormat }),
    },
  };
}

/** Whether a prompt contains addresses that the vendor does not fetch itself. */
export function needsFiles(prompt: LanguageModelV4Prompt, fetches: TextVendor['fetchesUrls']): boolean {
  return prompt.some((message) => message.role === 'user' && message.content.some((part) => isOurs(part, fetches)));
}

function isOurs(part: { type: string }, fetches: TextVendor['fetchesUrls']): part is LanguageModelV4FilePart {
  if (part.type !== 'file' || (part as LanguageModelV4FilePart).data.type !== 'url' || fetches === 'all') return false;
  return fetches === 'none' || !(part as LanguageModelV4FilePart).mediaType.startsWith('image');
}

/** Replaces addresses by their content, for vendors that do not fetch it themselves. */
export function inlineFiles(call: Call, prompt: LanguageModelV4Prompt, fetches: TextVendor['fetchesUrls']): Promise<LanguageModelV4Prompt> {
  return Promise.all(
    prompt.map(async (message) => {
      if (message.role !== 'user') return message;
      const content = await Promise.all(
        message.content.map(async (part) => {
          if (!isOurs(part, fetches) || part.data.type !== 'url') return part;
          const isImage = part.mediaType.startsWith('image');
          const file = await fetchImage(call, part.data.url, isImage ? 'image/' : part.mediaType);
          return { ...part, data: { type: 'data' as const, data: file.data }, mediaType: isImage ? file.mimeType : part.mediaType };
        }),
      );
      return { ...message, content };
    }),
  );
}

const SAMPLING = ['temperature', 'topP', 'topK', 'frequencyPenalty', 'presencePenalty', 'seed'] as const;

function readSampling(options: ChatOptions): Partial<LanguageModelV4CallOptions> {
  const sampling: Partial<LanguageModelV4CallOptions> = {};
  for (const name of SAMPLING) {
    const value = options[name];
    if (value === undefined) continue;
    if (typeof value !== 'number' || !Number.isFinite(value)) throw invalidInput(`${name} must be a finite number.`);
    sampling[name] = value;
  }
  const stop = typeof options.stop === 'string' ? [options.stop] : options.stop;
  if (stop === undefined) return sampling;
  if (!Array.isArray(stop) || stop.some((word) => typeof word !== 'string')) throw invalidInput('stop must be a text or a list of texts.');
  sampling.stopSequences = [...stop];
  return sampling;
}

const toolNames: Names<ToolDefinition> = { type: true, function: true, cacheControl: true };
const functionNames: Names<ToolDefinition['function']> = { name: true, description: true, parameters: true, strict: true };

function toTools(tools: readonly ToolDefinition[] | undefined, vendor: TextVendor): LanguageModelV4FunctionTool[] {
  if (tools === undefined) return [];
  if (!Array.isArray(tools)) throw invalidInput('tools must be a list.');
  const names = new Set<string>();
  return (tools as readonly ToolDefinition[]).map((tool, index) => {
    if (tool?.type !== 'function' || typeof tool.function?.name !== 'string' || tool.function.name === '') {
      throw invalidInput(`tools[${index}] must be {type: 'function', function: {name, parameters}}.`);
    }
    checkNames(tool, toolNames, `tools[${index}].`, invalidInput);
    checkNames(tool.function, functionNames, `tools[${index}].function.`, invalidInput);
    if (tool.function.name.length > MAX_IDENTIFIER) throw invalidInput(`tools[${index}].function.name is too long.`);
    const { name, description, parameters, strict } = tool.function;
    if (names.has(name)) throw invalidInput(`tools[${index}].function.name is '${name}', which another tool has.`);
    names.add(name);
    if (strict !== undefined && strict !== 'auto' && typeof strict !== 'boolean')
      throw invalidInput(`tools[${index}].function.strict must be true, false or 'auto'.`);
    const given = parameters ?? { type: 'object', properties: {} };
    const exact = strict === 'auto' && vendor.strictTools === true ? exactParameters(given, vendor.fitSchema) : undefined;
    const isStrict = strict === 'auto' ? (exact === undefined ? undefined : true) : strict;
    return {
      type: 'function',
      name,
      inputSchema: exact ?? fitParameters(given, strict === true ? vendor.fitSchema : undefined, index),
      ...(description === undefined ? {} : { description }),
      ...(isStrict === undefined ? {} : { strict: isStrict }),
      ...(tool.cacheControl === undefined ? {} : { providerOptions: cacheMark(tool.cacheControl) }),
    };
  });
}

/** The parameters in the form that the vendor enforces, if that says the same. */
function exactParameters(parameters: JsonSchema, fit: FitSchema | undefined): JsonSchema | undefined {
  const fitted = fit?.(parameters);
  const isExact = fitted?.isEnforced === true && !fitted.isWrapped && fitted.lost.length === 0;
  return isExact ? fitted.schema : undefined;
}

/**
 * Writes the parameters of a tool that asks for strict mode in the form that the vendor enforces.
 *
 * @throws AIError `INVALID_INPUT` if the vendor cannot enforce them: the caller asked for exactly that
 */
function fitParameters(parameters: JsonSchema, fit: FitSchema | undefined, index: number): JsonSchema {
  const fitted = fit?.(parameters);
  if (fitted === undefined) return parameters;
  if (fitted.isEnforced && !fitted.isWrapped && fitted.lost.length === 0) return fitted.schema;
  const reason = fitted.isWrapped ? 'they are not an object' : describeLost(fitted);
  throw invalidInput(`tools[${index}].function.parameters cannot be strict: ${reason} Change them, or omit strict.`);
}

function toToolChoice(choice: ToolChoice | undefined, tools: readonly { name: string }[]): LanguageModelV4ToolChoice | undefined {
  if (choice === undefined) return undefined;
  if (tools.length === 0) throw invalidInput('toolChoice needs tools.');
  if (choice === 'auto' || choice === 'none' || choice === 'required') return { type: choice };
  if (typeof choice !== 'object' || typeof choice?.function?.name !== 'string') {
    throw invalidInput("toolChoice must be 'auto', 'none', 'required' or {type: 'function', function: {name}}.");
  }
  const toolName = choice.function.name;
  if (!tools.some((tool) => tool.name === toolName)) throw invalidInput(`toolChoice names '${toolName}', which is not among the tools.`);
  return { type: 'tool', toolName };
}

/** Declares the tools that a history uses, in minimal form. */
function usedTools(prompt: LanguageModelV4Prompt): LanguageModelV4FunctionTool[] {
  const names = new Set(
    prompt.flatMap((message) =>
      message.role === 'assistant' ? message.content.flatMap((part) => (part.type === 'tool-call' ? [part.toolName] : [])) : [],
    ),
  );
  return [...names].map((name) => ({ type: 'function', name, inputSchema: { type: 'object', properties: {} } }));
}

function lastToolTurnIsSigned(messages: readonly Message[], kind: string): boolean {
  const last = messages.at(-1);
  if (last?.role !== 'tool' && last?.role !== 'function') return true;
  const turn = messages.findLast((message) => message.role === 'assistant' && readCalls(message).length > 0);
  return turn === undefined || hasSignedReasoning(turn.replay, kind);
}
