import type { ImageModelV4, SharedV4Warning } from '@ai-sdk/provider';
import { AIError } from '../../errors/errors.ts';
import { parseJson } from '../../transport/http.ts';
import { postJson } from '../post.ts';
import { toHeaders } from '../chat-model.ts';
import type { CompatibleServer } from './model.ts';

interface ImagesReply {
  data?: { b64_json?: unknown }[];
  usage?: { input_tokens?: number; output_tokens?: number; total_tokens?: number };
}

/** An image model over OpenAI's wire. */
export function imagesModel(server: CompatibleServer, model: string): ImageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: server.kind,
    modelId: model,
    maxImagesPerCall: 10,
    async doGenerate({ prompt, n, size, aspectRatio, seed, abortSignal, headers, providerOptions }) {
      const warnings: SharedV4Warning[] = [];
      if (aspectRatio !== undefined) warnings.push({ type: 'unsupported', feature: 'aspectRatio', details: 'Pass a size instead.' });
      if (seed !== undefined) warnings.push({ type: 'unsupported', feature: 'seed' });
      // Newer models always answer with base64 and reject the option; a deployment's name does not tell which it is.
      const format = server.kind === 'azure' || /gpt-image|chatgpt-image/.test(model) ? undefined : 'b64_json';
      const response = await postJson({
        ...server,
        url: `${server.baseUrl}/images/generations`,
        headers: { ...server.headers, ...toHeaders(headers) },
        body: { ...providerOptions?.['wire'], model, prompt, n, size, response_format: format },
        signal: abortSignal,
      });
      const reply = parseJson(await response.text()) as ImagesReply | undefined;
      const images = (Array.isArray(reply?.data) ? reply.data : []).map((row) => row?.b64_json);
      if (!images.every((image) => typeof image === 'string')) {
        throw new AIError(`${server.kind}: the response contains no images.`, { code: 'INVALID_RESPONSE', provider: server.kind });
      }
      const { input_tokens: inputTokens, output_tokens: outputTokens, total_tokens: totalTokens } = reply?.usage ?? {};
      return {
        images: images as string[],
        warnings,
        response: { timestamp: new Date(), modelId: model, headers: undefined },
        ...(reply?.usage === undefined ? {} : { usage: { inputTokens, outputTokens, totalTokens } }),
      };
    },
  };
}
