import type { LanguageModelV4CallOptions, LanguageModelV4FilePart, LanguageModelV4Prompt, SharedV4Warning } from '@ai-sdk/provider';
import { toBase64 } from '../../bytes/base64.ts';
import { notImplemented } from '../../errors/errors.ts';
import type { WireRequest } from '../chat-model.ts';
import { asTextFile, resultPictures, resultText } from '../files.ts';
import { asObject } from '../reply.ts';

/** Builds the body of a request to `/api/chat`. Undefined members are left out by the serializer. */
export function chatBody(model: string, options: LanguageModelV4CallOptions, stream: boolean): WireRequest {
  const format = options.responseFormat;
  const { options: givenSettings, ...wireFields } = options.providerOptions?.['wire'] ?? {};
  const settings = {
    ...asObject(givenSettings),
    num_predict: options.maxOutputTokens,
    temperature: options.temperature,
    top_p: options.topP,
    top_k: options.topK,
    stop: options.stopSequences,
    seed: options.seed,
    frequency_penalty: options.frequencyPenalty,
    presence_penalty: options.presencePenalty,
  };
  const tools =
    options.toolChoice?.type === 'none' ? [] : (options.tools ?? []).flatMap((tool) => (tool.type === 'function' ? [tool] : []));
  const choice = options.toolChoice?.type;
  const warnings: SharedV4Warning[] =
    choice === 'required' || choice === 'tool'
      ? [{ type: 'unsupported', feature: 'toolChoice', details: 'The API has no such option.' }]
      : [];
  const body = {
    ...wireFields,
    model,
    messages: toMessages(options.prompt),
    stream,
    options: settings,
    ...(format?.type === 'json' ? { format: format.schema ?? 'json' } : {}),
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map((tool) => ({
            type: 'function',
            function: { name: tool.name, description: tool.description, parameters: tool.inputSchema },
          })),
        }),
  };
  return { body, warnings };
}

function toMessages(prompt: LanguageModelV4Prompt): Record<string, unknown>[] {
  return prompt.flatMap((message): Record<string, unknown>[] => {
    if (message.role === 'system') return [{ role: 'system', content: message.content }];
    if (message.role === 'tool') {
      const results = message.content.flatMap((part) =>
        part.type === 'tool-result' ? [{ role: 'tool', tool_name: part.toolName, content: resultText(part.output) }] : [],
      );
      const images = message.content.flatMap((part) => (part.type === 'tool-result' ? resultPictures(part.output).flatMap(readImage) : []));
      return images.length === 0 ? results : [...results, { role: 'user', content: 'The pictures of the results above:', images }];
    }
    const content = message.content
      .flatMap((part) => (part.type === 'text' ? [part.text] : part.type === 'file' ? readTextFile(part) : []))
      .join('');
    const images = message.content.flatMap((part) => (part.type === 'file' ? readImage(part) : []));
    const calls = message.content.flatMap((part) =>
      part.type === 'tool-call' ? [{ function: { name: part.toolName, arguments: part.input } }] : [],
    );
    return [
      {
        role: message.role,
        content,
        ...(images.length === 0 ? {} : { images }),
        ...(calls.length === 0 ? {} : { tool_calls: calls }),
      },
    ];
  });
}

function readImage({ mediaType, data }: LanguageModelV4FilePart): string[] {
  if (!mediaType.startsWith('image/') || data.type !== 'data') return [];
  return [typeof data.data === 'string' ? data.data : toBase64(data.data)];
}

/** The wire supports images; a text file is sent as text. */
function readTextFile(part: LanguageModelV4FilePart): string[] {
  if (part.mediaType.startsWith('image/')) return [];
  const text = asTextFile(part);
  if (text === undefined) throw notImplemented('local-server', `files of type ${part.mediaType}`);
  return [`\n${text}\n`];
}
