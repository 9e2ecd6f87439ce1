import type { ImageModelV4, ImageModelV4CallOptions, SharedV4Warning } from '@ai-sdk/provider';
import { AIError } from '../../errors/errors.ts';
import { parseJson } from '../../transport/http.ts';
import { fromBase64 } from '../../bytes/base64.ts';
import { postForm, postJson } from '../post.ts';
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
    async doGenerate({ prompt, n, size, aspectRatio, seed, files = [], mask, abortSignal, headers, providerOptions }) {
      const warnings: SharedV4Warning[] = [];
      if (aspectRatio !== undefined) warnings.push({ type: 'unsupported', feature: 'aspectRatio', details: 'Pass a size instead.' });
      if (seed !== undefined) warnings.push({ type: 'unsupported', feature: 'seed' });
      // Newer models always answer with base64 and reject the option; a deployment's name does not tell which it is.
      const format = server.kind === 'azure' || /gpt-image|chatgpt-image/.test(model) ? undefined : 'b64_json';
      const body = { ...providerOptions?.['wire'], model, prompt, n, size, response_format: format };
      const target = { ...server, headers: { ...server.headers, ...toHeaders(headers) }, signal: abortSignal };
      const response =
        files.length === 0
          ? await postJson({ ...target, url: `${server.baseUrl}/images/generations`, body })
          : await postForm({ ...target, url: `${server.baseUrl}/images/edits` }, toForm(body, files, mask));
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

type ImageFile = NonNullable<ImageModelV4CallOptions['mask']>;

/** The form of an edit: the pictures are files, everything else is text. */
function toForm(body: Readonly<Record<string, unknown>>, files: readonly ImageFile[], mask: ImageFile | undefined): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    if (value !== undefined) form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  for (const [index, file] of files.entries()) form.append('image[]', toBlob(file), `image-${index + 1}.${extensionOf(file)}`);
  if (mask !== undefined) form.append('mask', toBlob(mask), `mask.${extensionOf(mask)}`);
  return form;
}

/** The pictures are in memory: this library fetches addresses itself. */
function toBlob(file: ImageFile): Blob {
  if (file.type !== 'file') return new Blob([]);
  const data = typeof file.data === 'string' ? fromBase64(file.data) : new Uint8Array(file.data);
  return new Blob([data], { type: file.mediaType });
}

function extensionOf(file: ImageFile): string {
  return file.type === 'file' && /^image\/[a-z]+$/.test(file.mediaType) ? file.mediaType.slice(6) : 'png';
}
