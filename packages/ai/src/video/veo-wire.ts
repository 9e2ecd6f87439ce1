import { toBase64 } from '../bytes/base64.ts';
import { AIError, invalidInput } from '../errors/errors.ts';
import type { ReferenceImage, VideoGenerationOptions, VideoJobHandle, VideoResult } from '../interface/video.ts';
import { gemini } from '../catalog/hosted.ts';
import type { Call } from '../provider/call.ts';
import { readImage } from '../text/images.ts';
import { download } from '../transport/download.ts';
import { sendJson } from '../transport/http.ts';
import { requireOrigin } from './result-download.ts';
import { normaliseReferences } from './references.ts';
import { makeStatus, record, refuseOptions, requireField, type JobSnapshot, type VideoWire } from './video-wire.ts';

const kind = 'multimodal-hosted';
const CANCELLED = 1;

/** Veo: a long-running operation that is polled until `done`. It cannot be cancelled. */
export class VeoWire implements VideoWire {
  readonly defaultModel = gemini.models.video as string;
  readonly submitRepeatable = true;
  #baseUrl: string;
  #headers: Record<string, string>;

  constructor(baseUrl: string, headers: Record<string, string>) {
    this.#baseUrl = baseUrl;
    this.#headers = headers;
  }

  check(options: VideoGenerationOptions): void {
    refuseOptions(options, ['fps', 'referenceMedia', 'returnLastFrame'], kind);
    if (options.generateAudio === false) throw invalidInput('generateAudio: this vendor always renders sound; omit it.', kind);
    for (const [index, reference] of normaliseReferences(options).entries()) toVeoImage(reference, index);
  }

  async submit(call: Call, options: VideoGenerationOptions, model: string): Promise<{ jobId: string }> {
    const body = await sendJson(call.http, {
      url: `${this.#baseUrl}/models/${encodeURIComponent(model)}:predictLongRunning`,
      headers: this.#headers,
      body: { instances: [{ prompt: options.prompt, ...toImages(options) }], parameters: toParameters(options) },
    });
    return { jobId: requireField(body, 'name', kind) };
  }

  async poll(call: Call, handle: VideoJobHandle): Promise<JobSnapshot> {
    const body = await sendJson(call.http, { url: `${this.#baseUrl}/${handle.jobId}`, headers: this.#headers });
    if (body['done'] !== true) return { status: makeStatus('running', 'running') };
    const error = record(body['error']);
    if (error['code'] !== undefined) {
      const state = error['code'] === CANCELLED ? 'cancelled' : 'failed';
      return { status: makeStatus(state, state, 'The vendor ended the job.', JSON.stringify(error['code'])) };
    }
    const generated = record(record(body['response'])['generateVideoResponse']);
    const samples = Array.isArray(generated['generatedSamples']) ? generated['generatedSamples'] : [];
    const uri = record(record(samples[0])['video'])['uri'];
    if (typeof uri === 'string') return { status: makeStatus('succeeded', 'done'), resultUrl: uri };
    const filtered = Number(generated['raiMediaFilteredCount'] ?? 0) > 0;
    const message = filtered ? 'The vendor blocked the video.' : 'The job ended without a video.';
    return { status: makeStatus('failed', 'done', message, filtered ? 'CONTENT_FILTERED' : undefined) };
  }

  async fetchResult(call: Call, _handle: VideoJobHandle, snapshot: JobSnapshot): Promise<VideoResult> {
    const url = snapshot.resultUrl ?? '';
    const api = new URL(this.#baseUrl).origin;
    const own = URL.canParse(url) && new URL(url).origin === api;
    // The address requires the key, which is for the API's own origin only.
    const origins = [api, ...(call.settings.options.resultUrlOrigins ?? [])];
    requireOrigin(url, origins, kind);
    const file = await download(call.http, url, {
      // The API may redirect the download to the vendor's storage; the key is not sent there.
      check: (next) => (isVendorStorage(next) ? new URL(next) : requireOrigin(next, origins, kind)),
      typePrefix: 'video/',
      maxBytes: call.settings.ceilings.maxResultBytes,
      headers: own ? this.#headers : {},
    });
    return { ...file, url };
  }

  async checkAccess(call: Call): Promise<void> {
    await sendJson(call.http, { url: `${this.#baseUrl}/models?pageSize=1`, headers: this.#headers });
  }
}

function isVendorStorage(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  return url?.protocol === 'https:' && url.username === '' && /\.(?:googleapis|googleusercontent)\.com$/.test(url.hostname);
}

function toParameters(options: VideoGenerationOptions): Record<string, unknown> {
  return {
    sampleCount: 1,
    ...(options.aspectRatio === undefined ? {} : { aspectRatio: options.aspectRatio }),
    ...(options.resolution === undefined ? {} : { resolution: options.resolution }),
    ...(options.durationSeconds === undefined ? {} : { durationSeconds: options.durationSeconds }),
    ...(options.seed === undefined ? {} : { seed: options.seed }),
    ...(options.negativePrompt === undefined ? {} : { negativePrompt: options.negativePrompt }),
  };
}

function toImages(options: VideoGenerationOptions): Record<string, unknown> {
  const references = normaliseReferences(options);
  const images: Record<string, unknown> = {};
  const assets: unknown[] = [];
  for (const [index, reference] of references.entries()) {
    const image = toVeoImage(reference, index);
    if (reference.role === 'last_frame') images['lastFrame'] = image;
    else if (reference.role === 'first_frame') images['image'] = image;
    else assets.push({ image, referenceType: 'asset' });
  }
  return assets.length === 0 ? images : { ...images, referenceImages: assets };
}

function toVeoImage(reference: ReferenceImage, index: number): Record<string, unknown> {
  const field = `referenceImages[${index}]`;
  if (typeof reference.image === 'string' && reference.image.startsWith('gs://')) return { gcsUri: reference.image };
  const source = readImage(reference.image, field, reference.mimeType, []);
  if ('url' in source) {
    throw new AIError(`${field} is a URL. This vendor accepts bytes, base64, data: URLs or gs:// URLs.`, {
      code: 'INVALID_INPUT',
      provider: kind,
    });
  }
  return { bytesBase64Encoded: toBase64(source.data), mimeType: source.mimeType };
}
