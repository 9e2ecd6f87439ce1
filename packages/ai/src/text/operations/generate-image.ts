import type { ImageModelV4, SharedV4ProviderOptions } from '@ai-sdk/provider';
import { AIError, invalidInput, notImplemented } from '../../errors/errors.ts';
import type { GenerateImageOptions } from '../../interface/options.ts';
import type { ImageGenerationResponse } from '../../interface/responses.ts';
import { resolveImages } from '../../limits/generation.ts';
import type { Call } from '../../provider/call.ts';
import { sniff, toBase64 } from '../images.ts';
import { toWarnings } from '../to-response.ts';
import type { TextClient } from '../text-client.ts';
import { noUsage, toUsage } from '../usage.ts';

/** Generates images. */
export function generateImage(client: TextClient, prompt: string, options: GenerateImageOptions): Promise<ImageGenerationResponse> {
  let count = 1;
  const validate = (call: Call): void => {
    client.require('imageGeneration', 'generateImage');
    if (typeof prompt !== 'string' || prompt === '') throw invalidInput('prompt must be a non-empty text.');
    count = resolveImages(options.n, client.settings.ceilings);
    client.chooseModel(call, options, 'image');
  };
  return client.run({ operation: 'generateImage', options, validate, texts: () => [prompt] }, async (call) => {
    const model = (await client.load()).image?.(await client.resolveModel(call, 'image'));
    if (model === undefined) throw notImplemented(client.kind, 'generateImage');
    const { perImage } = call.price(call.model) ?? {};
    await call.reserve(call.model, (price) => (price.perImage === undefined ? undefined : price.perImage * count));
    client.watch(call);
    const generated = await askImageModel(call, model, prompt, count, options, client.providerOptions(options));
    if (perImage === undefined) return generated;
    const usage = { ...(generated.usage ?? noUsage), cost: perImage * generated.images.length };
    call.usage = usage;
    return { ...generated, usage };
  });
}

/**
 * Calls an image model of the AI SDK and returns the images as bytes, or as base64 if requested.
 *
 * @throws AIError `INVALID_RESPONSE` if no image is returned.
 */
async function askImageModel(
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
    ...(call.headers === undefined ? {} : { headers: call.headers }),
    abortSignal: call.signal,
  });
  call.model = result.response.modelId || call.model;
  const images = result.images.map((image) => {
    const data = typeof image === 'string' ? new Uint8Array(Buffer.from(image, 'base64')) : image;
    const mimeType = sniff(data) ?? 'image/png';
    return { data: options.outputFormat === 'base64' ? toBase64(data) : data, mimeType };
  });
  if (images.length === 0) {
    throw new AIError(`${call.settings.kind}: the response contains no image.`, { code: 'INVALID_RESPONSE', provider: call.settings.kind });
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
