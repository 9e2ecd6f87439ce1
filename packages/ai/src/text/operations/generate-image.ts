import type { ImageModelV4, ImageModelV4CallOptions } from '@ai-sdk/provider';
import { fromBase64, toBase64, utf8Length } from '../../bytes/base64.ts';
import { AIError, ContentFilterError, invalidInput, notImplemented } from '../../errors/errors.ts';
import type { GenerateImageOptions } from '../../interface/options.ts';
import type { ImageGenerationResponse } from '../../interface/responses.ts';
import { resolveImages } from '../../limits/generation.ts';
import { imagePrice } from '../../pricing/priced-options.ts';
import { worstTokenCost } from '../../pricing/worst-cost.ts';
import type { Call } from '../../provider/call.ts';
import { sniff } from '../images.ts';
import { loadEditSources, readEditSources, type EditSources } from '../image-edit.ts';
import { toWarnings } from '../to-response.ts';
import type { TextClient } from '../text-client.ts';
import { noUsage, toUsage } from '../../messages/usage.ts';

/** Generates images. */
export function generateImage(client: TextClient, prompt: string, options: GenerateImageOptions): Promise<ImageGenerationResponse> {
  let count = 1;
  let sources: EditSources | undefined;
  const validate = (call: Call): void => {
    client.require('imageGeneration', 'generateImage');
    if (typeof prompt !== 'string' || prompt === '') throw invalidInput('prompt must be a non-empty text.');
    count = resolveImages(options.n, client.settings.ceilings);
    sources = readEditSources(options, client.settings.options.imageUrlOrigins ?? []);
    client.chooseModel(call, options, 'image');
  };
  return client.run({ operation: 'generateImage', options, validate, texts: () => [prompt] }, async (call) => {
    const model = (await client.load()).image?.(await client.resolveModel(call, 'image'));
    if (model === undefined) throw notImplemented(client.kind, 'generateImage');
    if (sources !== undefined && call.isLimited) throw unpricedEdit(client.kind);
    const price = call.price(call.model);
    await call.reserve(call.model, (known, factor) => {
      const each = imagePrice(known, options.size);
      // The prompt is billed beside the images by vendors that list a price for input.
      return each === undefined ? undefined : each * count * factor + worstTokenCost(known, utf8Length(prompt), 0, factor);
    });
    const each = price === undefined ? undefined : imagePrice(price, options.size);
    const edited = sources === undefined ? {} : await loadEditSources(call, sources);
    client.watch(call);
    const generated = await askImageModel(call, model, prompt, count, options, {
      ...edited,
      providerOptions: client.providerOptions(options),
    });
    if (each === undefined) return generated;
    const promptTokens = generated.usage?.promptTokens ?? 0;
    const promptCost = price === undefined ? 0 : worstTokenCost(price, promptTokens, 0, call.priceFactor);
    const usage = { ...(generated.usage ?? noUsage), cost: each * generated.images.length * call.priceFactor + promptCost };
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
  vendorSide: Pick<ImageModelV4CallOptions, 'providerOptions'> & Partial<Pick<ImageModelV4CallOptions, 'files' | 'mask'>>,
): Promise<ImageGenerationResponse> {
  const sent = call.attempts;
  const request: ImageModelV4CallOptions = {
    prompt,
    n: count,
    size: options.size,
    aspectRatio: options.aspectRatio,
    seed: options.seed,
    files: undefined,
    mask: undefined,
    ...vendorSide,
    ...(call.headers === undefined ? {} : { headers: call.headers }),
    abortSignal: call.signal,
  };
  const result = await Promise.resolve(model.doGenerate(request)).catch((failure: unknown) => {
    throw fromImagePackage(call, failure, sent);
  });
  call.model = result.response.modelId || call.model;
  const images = result.images.map((image) => {
    const data = typeof image === 'string' ? fromBase64(image) : image;
    const mimeType = sniff(data) ?? 'image/png';
    return { data: options.outputFormat === 'base64' ? toBase64(data) : data, mimeType };
  });
  if (images.length === 0 || images.some(({ data }) => data.length === 0)) {
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

/** The vendors' packages fail on an answer without images with a plain error; what it says is not repeated, since it may quote the prompt. */
function fromImagePackage(call: Call, failure: unknown, sent: number): unknown {
  const { kind } = call.settings;
  if (kind === 'custom' || call.attempts === sent || call.toError(failure).code !== 'UNKNOWN_ERROR') return failure;
  if (failure instanceof Error && /moderat/i.test(failure.message)) {
    return new ContentFilterError(`${kind}: the content was blocked.`, { provider: kind });
  }
  return new AIError(`${kind}: the response contains no image.`, { code: 'INVALID_RESPONSE', provider: kind });
}

/** The pictures of an edit are billed as input, by their content. */
function unpricedEdit(kind: string): AIError {
  return new AIError(
    `${kind}: an edit of pictures has no price that could be reserved, so the spending limit refuses the call. Omit images.`,
    {
      code: 'PRICE_UNKNOWN',
      provider: kind,
    },
  );
}
