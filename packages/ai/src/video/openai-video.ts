import { openaiVideo as description } from '../catalog/media.ts';
import { toBase64 } from '../bytes/base64.ts';
import { AIError, invalidInput } from '../errors/errors.ts';
import type { AIOptions } from '../interface/ai-options.ts';
import type { VideoGenerationOptions, VideoJobHandle, VideoJobState, VideoResult } from '../interface/video.ts';
import type { Call } from '../provider/call.ts';
import { readAddress, requireOption, type ProviderSettings } from '../provider/settings.ts';
import { readImage } from '../text/images.ts';
import { send, sendJson } from '../transport/http.ts';
import { normaliseReferences } from './references.ts';
import { downloadFromPublic } from './result-download.ts';
import { makeStatus, record, refuseOptions, requireField, toIsoDate, type JobSnapshot, type VideoWire } from './video-wire.ts';
import { VideoProvider } from './video-provider.ts';

const kind = 'compat-video';
const PROBE = 'video_access_probe';

const states: Record<string, VideoJobState> = {
  queued: 'queued',
  in_progress: 'running',
  processing: 'running',
  pending: 'running',
  completed: 'succeeded',
  succeeded: 'succeeded',
  failed: 'failed',
  cancelled: 'cancelled',
  canceled: 'cancelled',
};

const sizes: Record<string, string> = {
  '720p 16:9': '1280x720',
  '720p 9:16': '720x1280',
  '1080p 16:9': '1920x1080',
  '1080p 9:16': '1080x1920',
};

class VideosWire implements VideoWire {
  readonly defaultModel = undefined;
  readonly submitRepeatable = true;
  #settings: ProviderSettings;

  constructor(settings: ProviderSettings) {
    this.#settings = settings;
  }

  check(options: VideoGenerationOptions): void {
    refuseOptions(options, ['seed', 'fps', 'negativePrompt', 'referenceMedia', 'returnLastFrame', 'generateAudio'], kind);
    toSize(options);
    toReference(options);
  }

  async submit(call: Call, options: VideoGenerationOptions, model: string): Promise<{ jobId: string }> {
    const size = toSize(options);
    const reference = toReference(options);
    const body = await sendJson(call.http, {
      url: this.#url(),
      headers: this.#headers(),
      body: {
        model,
        prompt: options.prompt,
        ...(options.durationSeconds === undefined ? {} : { seconds: String(options.durationSeconds) }),
        ...(size === undefined ? {} : { size }),
        ...(reference === undefined ? {} : { input_reference: { image_url: reference } }),
      },
    });
    return { jobId: requireField(body, 'id', kind) };
  }

  async poll(call: Call, handle: VideoJobHandle): Promise<JobSnapshot> {
    const body = await sendJson(call.http, { url: this.#url(handle.jobId), headers: this.#headers() });
    const raw = requireField(body, 'status', kind);
    const state = states[raw] ?? 'running';
    const code = record(body['error'])['code'];
    const failed = state === 'failed' ? 'The provider could not render the video.' : undefined;
    const expires = toIsoDate(body['expires_at']);
    const seconds = Number(body['seconds']);
    return {
      status: {
        ...makeStatus(state, raw, failed, typeof code === 'string' ? code : undefined),
        ...(typeof body['progress'] === 'number' ? { progress: body['progress'] } : {}),
        ...(expires === undefined ? {} : { resultExpiresAt: expires }),
      },
      ...(typeof body['url'] === 'string' ? { resultUrl: body['url'] } : {}),
      ...(seconds > 0 ? { durationSeconds: seconds } : {}),
    };
  }

  async fetchResult(call: Call, handle: VideoJobHandle, snapshot: JobSnapshot): Promise<VideoResult> {
    const own = this.#url(handle.jobId);
    const { origin } = new URL(own);
    const url = snapshot.resultUrl ?? `${own}/content`;
    const origins = [origin, ...(call.settings.options.resultUrlOrigins ?? [])];
    const headers = URL.canParse(url) && new URL(url).origin === origin ? this.#headers() : {};
    const { data, mimeType } = await downloadFromPublic(call, url, origins, headers);
    return {
      data,
      mimeType,
      ...(snapshot.resultUrl === undefined ? {} : { url }),
      ...(snapshot.durationSeconds === undefined ? {} : { durationSeconds: snapshot.durationSeconds }),
      ...(snapshot.status.resultExpiresAt === undefined ? {} : { expiresAt: snapshot.status.resultExpiresAt }),
    };
  }

  /** Not part of the common API: some gateways support it, the others report an unknown route. */
  async cancel(call: Call, handle: VideoJobHandle): Promise<void> {
    try {
      await send(call.http, { url: `${this.#url(handle.jobId)}/cancel`, method: 'POST', headers: this.#headers() });
    } catch (error) {
      if (!AIError.isInstance(error) || (error.status !== 404 && error.status !== 405)) throw error;
      throw new AIError(`${kind}: this server cannot cancel a job.`, {
        code: 'VIDEO_CANCEL_UNSUPPORTED',
        provider: kind,
        status: error.status,
      });
    }
  }

  /** Requests a job that cannot exist: a "not found" response proves the key. */
  async checkAccess(call: Call): Promise<void> {
    try {
      await sendJson(call.http, { url: this.#url(PROBE), headers: this.#headers() });
    } catch (error) {
      if (!AIError.isInstance(error) || error.status !== 404) throw error;
    }
  }

  #url(jobId?: string): string {
    const base = readAddress(requireOption(this.#settings.options.baseUrl, kind, 'baseUrl'), 'baseUrl', kind);
    const root = base.endsWith('/v1') ? base : `${base}/v1`;
    return `${root}/videos${jobId === undefined ? '' : `/${encodeURIComponent(jobId)}`}`;
  }

  #headers(): Record<string, string> {
    return { authorization: `Bearer ${requireOption(this.#settings.options.apiKey, kind, 'apiKey')}` };
  }
}

function toSize({ resolution, aspectRatio }: VideoGenerationOptions): string | undefined {
  if (resolution === undefined && aspectRatio === undefined) return undefined;
  if (resolution !== undefined && /^\d{2,5}x\d{2,5}$/.test(resolution)) {
    if (aspectRatio !== undefined) throw invalidInput('aspectRatio: the resolution implies it; omit aspectRatio.', kind);
    return resolution;
  }
  const size = sizes[`${resolution ?? '720p'} ${aspectRatio ?? '16:9'}`];
  if (size !== undefined) return size;
  throw invalidInput('resolution must be a size such as 1280x720, or 720p or 1080p with aspectRatio 16:9 or 9:16.', kind);
}

function toReference(options: VideoGenerationOptions): string | undefined {
  const [first, ...more] = normaliseReferences(options);
  if (more.length > 0) throw invalidInput('referenceImages: this API accepts one image.', kind);
  if (first === undefined) return undefined;
  const source = readImage(first.image, 'referenceImages[0]', first.mimeType, []);
  return 'url' in source ? source.url.href : `data:${source.mimeType};base64,${toBase64(source.data)}`;
}

/** Any server with OpenAI's `/v1/videos` routes, which many gateways have. */
export class OpenAIVideoProvider extends VideoProvider {
  constructor(options: AIOptions) {
    super(description, options, (settings) => {
      readAddress(requireOption(options.baseUrl, kind, 'baseUrl', ['OPENAI_COMPAT_VIDEO_BASE_URL']), 'baseUrl', kind);
      requireOption(options.apiKey, kind, 'apiKey', ['OPENAI_COMPAT_VIDEO_API_KEY']);
      return { wire: new VideosWire(settings) };
    });
  }
}
