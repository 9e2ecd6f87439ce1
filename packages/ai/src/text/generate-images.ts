import type { ImageModelV4, SharedV4ProviderOptions } from '@ai-sdk/provider';
import { AIError } from '../errors/errors.ts';
import type { GenerateImageOptions } from '../interface/options.ts';
import type { ImageGenerationResponse } from '../interface/responses.ts';
import type { Call } from '../provider/call.ts';
import { sniff, toBase64 } from './images.ts';
import { toWarnings } from './to-response.ts';
import { toUsage } from './usage.ts';

/**
 * Asks an image model of the AI SDK and gives the images back as bytes, or as base64 when asked to.
 *
 * @throws AIError `INVALID_RESPONSE` when no image comes back.
 */
export async function generateImages(
  call: Call,
  model: ImageModelV4,
  prompt: string,
  count: number,
  options: GenerateImageOptions,
  providerOptions: SharedV4ProviderOptions,
): Promise<ImageGenerationResponse> {
  const result = await model.doGenerate({
    prompt,
    n: count,
    size: options.size,
    aspectRatio: options.aspectRatio,
    seed: options.seed,
    files: undefined,
    mask: undefined,
    providerOptions,
    headers: { ...call.settings.options.headers, ...options.headers },
    abortSignal: call.signal,
  });
  call.model = result.response.modelId || call.model;
  const images = result.images.map((image) => {
    const data = typeof image === 'string' ? new Uint8Array(Buffer.from(image, 'base64')) : image;
    const mimeType = sniff(data) ?? 'image/png';
    return { data: options.outputFormat === 'base64' ? toBase64(data) : data, mimeType };
  });
  if (images.length === 0) {
    throw new AIError(`${call.settings.kind}: no image came back.`, { code: 'INVALID_RESPONSE', provider: call.settings.kind });
  }
  const spent = result.usage;
  if (spent?.totalTokens !== undefined) {
    const usage = toUsage({
      inputTokens: { total: spent.inputTokens, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: spent.outputTokens, text: undefined, reasoning: undefined },
    });
    if (usage !== undefined) call.usage = usage;
  }
  const warnings = toWarnings(result.warnings);
  return {
    images,
    model: call.model,
    ...(call.usage === undefined ? {} : { usage: call.usage }),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
}
