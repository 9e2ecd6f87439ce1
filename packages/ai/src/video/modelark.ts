import { toBase64 } from '../bytes/base64.ts';
import { AIError, invalidInput } from '../errors/errors.ts';
import type { AIOptions } from '../interface/ai-options.ts';
import type { VideoGenerationOptions, VideoJobHandle, VideoResult } from '../interface/video.ts';
import { modelark } from '../catalog/media.ts';
import { positive } from '../limits/ceilings.ts';
import { sharedBucket } from '../pacing/token-bucket.ts';
import type { Call } from '../provider/call.ts';
import { readAddress, requireOption, type ProviderSettings } from '../provider/settings.ts';
import { readImage } from '../text/images.ts';
import { send, sendJson } from '../transport/http.ts';
import { requirePublicUrl } from '../transport/public-url.ts';
import { normaliseReferences } from './references.ts';
import { downloadFromPublic } from './result-download.ts';
import { makeStatus, record, refuseOptions, requireField, type JobSnapshot, type VideoWire } from './video-wire.ts';
import { VideoProvider } from './video-provider.ts';

const kind = 'video-task-a';
/** The account limits: two submissions per second, three concurrent, and no flood after a quiet minute. */
const BUCKET = { requestsPerMinute: 120, maxConcurrent: 3, burst: 2 } as const;
/** Results are available for a day. */
const RESULT_HOURS = 24;

class TaskWire implements VideoWire {
  readonly defaultModel = modelark.models.video as string;
  readonly submitRepeatable = true;
  #settings: ProviderSettings;
  #base: string;

  constructor(settings: ProviderSettings) {
    this.#settings = settings;
    this.#base = readAddress(settings.options.baseUrl ?? 'https://ark.ap-southeast.bytepluses.com/api/v3', 'baseUrl', kind);
  }

  check(options: VideoGenerationOptions): void {
    refuseOptions(options, ['fps', 'negativePrompt'], kind);
    toContent(options);
  }

  async submit(call: Call, options: VideoGenerationOptions, model: string): Promise<{ jobId: string }> {
    const body = await sendJson(call.http, {
      url: this.#url(),
      headers: this.#headers(),
      body: {
        model,
        content: toContent(options),
        ...(options.resolution === undefined ? {} : { resolution: options.resolution }),
        ...(options.aspectRatio === undefined ? {} : { ratio: options.aspectRatio }),
        ...(options.durationSeconds === undefined ? {} : { duration: options.durationSeconds }),
        ...(options.generateAudio === undefined ? {} : { generate_audio: options.generateAudio }),
        ...(options.seed === undefined ? {} : { seed: options.seed }),
        ...(options.returnLastFrame === undefined ? {} : { return_last_frame: options.returnLastFrame }),
      },
    });
    return { jobId: requireField(body, 'id', kind) };
  }

  async poll(call: Call, handle: VideoJobHandle): Promise<JobSnapshot> {
    const body = await sendJson(call.http, { url: this.#url(handle.jobId), headers: this.#headers() });
    const raw = requireField(body, 'status', kind);
    const content = record(body['content']);
    const error = record(body['error']);
    const code = typeof error['code'] === 'string' ? error['code'] : undefined;
    if (raw === 'succeeded') return succeeded(body, content);
    if (raw === 'failed') return { status: makeStatus('failed', raw, 'The vendor could not render the video.', code) };
    if (raw === 'expired') return { status: makeStatus('failed', raw, 'The job waited too long and expired.', code) };
    if (raw === 'queued' || raw === 'cancelled') return { status: makeStatus(raw, raw) };
    return { status: makeStatus('running', raw) };
  }

  async fetchResult(call: Call, _handle: VideoJobHandle, snapshot: JobSnapshot): Promise<VideoResult> {
    const url = snapshot.resultUrl ?? '';
    const { data, mimeType } = await downloadFromPublic(call, url, call.settings.options.resultUrlOrigins ?? []);
    return {
      data,
      url,
      mimeType,
      ...(snapshot.status.resultExpiresAt === undefined ? {} : { expiresAt: snapshot.status.resultExpiresAt }),
      ...(snapshot.durationSeconds === undefined ? {} : { durationSeconds: snapshot.durationSeconds }),
      ...(snapshot.lastFrameUrl === undefined ? {} : { lastFrameUrl: snapshot.lastFrameUrl }),
    };
  }

  /** The request that cancels a queued job also deletes the record of a finished one, so the status is checked first. */
  async cancel(call: Call, handle: VideoJobHandle): Promise<void> {
    const { status } = (await this.poll(call, handle)).status;
    if (status === 'queued') {
      await send(call.http, { url: this.#url(handle.jobId), method: 'DELETE', headers: this.#headers() });
      return;
    }
    throw new AIError(`${kind}: the job is ${status} and can no longer be cancelled.`, { code: 'VIDEO_CANCEL_REJECTED', provider: kind });
  }

  async checkAccess(call: Call): Promise<void> {
    await sendJson(call.http, { url: `${this.#url()}?page_size=1`, headers: this.#headers() });
  }

  #url(jobId?: string): string {
    return `${this.#base}/contents/generations/tasks${jobId === undefined ? '' : `/${encodeURIComponent(jobId)}`}`;
  }

  #headers(): Record<string, string> {
    return { authorization: `Bearer ${requireOption(this.#settings.options.apiKey, kind, 'apiKey', ['MODELARK_API_KEY', 'ARK_API_KEY'])}` };
  }
}

function succeeded(body: Record<string, unknown>, content: Record<string, unknown>): JobSnapshot {
  const url = content['video_url'];
  if (typeof url !== 'string') return { status: makeStatus('failed', 'succeeded', 'The job ended without a video.') };
  const updated = body['updated_at'];
  const expires = typeof updated === 'number' ? new Date((updated + RESULT_HOURS * 3600) * 1000).toISOString() : undefined;
  const lastFrame = content['last_frame_url'];
  return {
    status: { ...makeStatus('succeeded', 'succeeded'), ...(expires === undefined ? {} : { resultExpiresAt: expires }) },
    resultUrl: url,
    ...(typeof body['duration'] === 'number' ? { durationSeconds: body['duration'] } : {}),
    ...(typeof lastFrame === 'string' ? { lastFrameUrl: lastFrame } : {}),
  };
}

function toContent(options: VideoGenerationOptions): Record<string, unknown>[] {
  const images = normaliseReferences(options).map((reference, index) => {
    const source = readImage(reference.image, `referenceImages[${index}]`, reference.mimeType, []);
    const url = 'url' in source ? source.url.href : `data:${source.mimeType};base64,${toBase64(source.data)}`;
    return { type: 'image_url', image_url: { url }, role: reference.role };
  });
  const media = (options.referenceMedia ?? []).map((entry, index) => {
    if (!['image', 'video', 'audio'].includes(entry.type)) {
      throw invalidInput(`referenceMedia[${index}].type must be 'image', 'video' or 'audio'.`, kind);
    }
    const { href } = requirePublicUrl(entry.url, `referenceMedia[${index}].url`);
    return { type: `${entry.type}_url`, [`${entry.type}_url`]: { url: href }, role: `reference_${entry.type}` };
  });
  return [{ type: 'text', text: options.prompt }, ...images, ...media];
}

/** BytePlus ModelArk (Seedance). Submissions are throttled locally to what the account allows, per key. */
export class ModelArkProvider extends VideoProvider {
  constructor(options: AIOptions) {
    super(modelark, options, (settings) => {
      requireOption(options.apiKey, kind, 'apiKey', ['MODELARK_API_KEY', 'ARK_API_KEY']);
      const wire = new TaskWire(settings);
      const limit = options.rateLimit;
      const requestsPerMinute = positive('rateLimit.requestsPerMinute', limit?.requestsPerMinute, BUCKET.requestsPerMinute, 1);
      const maxConcurrent = positive('rateLimit.maxConcurrent', limit?.maxConcurrent, BUCKET.maxConcurrent, 1);
      const explicit = limit?.requestsPerMinute !== undefined || limit?.maxConcurrent !== undefined;
      const burst = Math.max(1, Math.min(BUCKET.burst, Math.ceil(requestsPerMinute / 60)));
      const bucket = () => sharedBucket(settings.budgetKey, { requestsPerMinute, maxConcurrent, burst }, explicit);
      return { wire, bucket };
    });
  }
}
