import { AIError, invalidInput } from '../errors/errors.ts';
import type { AIOptions } from '../interface/ai-options.ts';
import type { VideoBilling, VideoGenerationOptions, VideoJobHandle, VideoResult } from '../interface/video.ts';
import { seevio } from '../catalog/media.ts';
import { hashKey } from '../pacing/key.ts';
import { Call } from '../provider/call.ts';
import { readAddress, requireOption, type ProviderSettings } from '../provider/settings.ts';
import { sendJson } from '../transport/http.ts';
import { PollGate } from './poll-gate.ts';
import { downloadFromOrigins, requireOrigin } from './result-download.ts';
import { checkTaskB, toTaskBInput } from './seevio-input.ts';
import { makeStatus, record, requireField, toIsoDate, type JobSnapshot, type VideoWire } from './video-wire.ts';
import { VideoProvider } from './video-provider.ts';

const kind = 'video-task-b';
/** The origins of the vendor's results. */
export const resultCdnOrigin = 'https://cdn.seevio.ai';
const POLL_INTERVAL_MS = 10_000;

/** Shared by all clients of the process: the vendor counts polls per task, not per client. */
const gate = new PollGate(POLL_INTERVAL_MS, kind);

const billingStates: Record<string, NonNullable<VideoBilling['status']>> = {
  reserved: 'reserved',
  charged: 'charged',
  refunded: 'refunded',
};

class TaskWire implements VideoWire {
  readonly defaultModel = seevio.models.video as string;
  /** There is no idempotency key, so a submission is sent only once. */
  readonly submitRepeatable = false;
  #settings: ProviderSettings;

  constructor(settings: ProviderSettings) {
    this.#settings = settings;
  }

  check(options: VideoGenerationOptions, model: string): void {
    if (model !== this.defaultModel) {
      throw invalidInput(`model must be '${this.defaultModel}': ${kind} supports only this model.`, kind);
    }
    checkTaskB(options);
  }

  async submit(call: Call, options: VideoGenerationOptions, model: string): Promise<{ jobId: string; billing: VideoBilling }> {
    const body = await sendJson(call.http, {
      url: `${this.#base()}/v1/videos/generations`,
      headers: this.#headers(),
      body: { model, input: toTaskBInput(options) },
    });
    const credits = typeof body['credits'] === 'number' ? { credits: body['credits'] } : {};
    return { jobId: requireField(body, 'taskId', kind), billing: { ...credits, status: 'reserved' } };
  }

  poll(call: Call, handle: VideoJobHandle): Promise<JobSnapshot> {
    const key = `${hashKey(this.#base() + this.#headers()['authorization'])}:${handle.jobId}`;
    const url = `${this.#base()}/v1/tasks/${encodeURIComponent(handle.jobId)}`;
    const sharing = gate.poll(key, async () => {
      // Other callers share this poll, so one caller's abort must not stop it.
      const own = new Call(this.#settings, { operation: 'getVideoGenerationJob', namesModel: false, silent: true });
      try {
        call.attempts += 1;
        return toSnapshot(await sendJson(own.http, { url, headers: this.#headers() }), handle);
      } catch (failure) {
        throw own.toError(failure);
      } finally {
        own.deadline.dispose();
      }
    });
    return call.deadline.race(sharing);
  }

  async fetchResult(call: Call, _handle: VideoJobHandle, snapshot: JobSnapshot): Promise<VideoResult> {
    const origins = [resultCdnOrigin, ...(call.settings.options.resultUrlOrigins ?? [])];
    const { data, mimeType } = await downloadFromOrigins(call, snapshot.resultUrl ?? '', origins);
    const frame = snapshot.lastFrameUrl;
    return {
      data,
      mimeType,
      url: snapshot.resultUrl ?? '',
      ...(snapshot.status.resultExpiresAt === undefined ? {} : { expiresAt: snapshot.status.resultExpiresAt }),
      ...(frame !== undefined && trusted(frame, origins) ? { lastFrameUrl: frame } : {}),
    };
  }

  /** Requests a task that cannot exist: a "not found" response proves the key. */
  async checkAccess(call: Call): Promise<void> {
    try {
      await sendJson(call.http, { url: `${this.#base()}/v1/tasks/${crypto.randomUUID()}`, headers: this.#headers() });
    } catch (error) {
      if (!AIError.isInstance(error) || error.status !== 404) throw error;
    }
  }

  #base(): string {
    return readAddress(this.#settings.options.baseUrl ?? 'https://api.seevio.ai', 'baseUrl', kind);
  }

  #headers(): Record<string, string> {
    return { authorization: `Bearer ${requireOption(this.#settings.options.apiKey, kind, 'apiKey', ['SEEVIO_API_KEY'])}` };
  }
}

function toSnapshot(body: Record<string, unknown>, handle: VideoJobHandle): JobSnapshot {
  const raw = requireField(body, 'status', kind);
  const data = record(body['data']);
  const results = Array.isArray(data['results']) ? (data['results'] as unknown[]) : [];
  const first = results[0];
  const url = typeof first === 'string' ? first : record(first)['url'];
  const billing = readBilling(body, handle);
  const expires = toIsoDate(data['video_expires_at']);
  const base = readState(raw, typeof url === 'string');
  const lastFrame = data['last_frame_url'];
  return {
    status: { ...base, billing, ...(expires === undefined ? {} : { resultExpiresAt: expires }) },
    ...(typeof url === 'string' ? { resultUrl: url } : {}),
    ...(typeof lastFrame === 'string' ? { lastFrameUrl: lastFrame } : {}),
  };
}

function readState(raw: string, hasResult: boolean) {
  if (raw === 'completed') return hasResult ? makeStatus('succeeded', raw) : makeStatus('failed', raw, 'The job ended without a video.');
  if (raw === 'failed') return makeStatus('failed', raw, 'The vendor could not render the video.');
  return makeStatus(raw === 'queued' ? 'queued' : 'running', raw);
}

/** The credits reserved at submission are taken from the handle if a poll does not repeat them. */
function readBilling(body: Record<string, unknown>, handle: VideoJobHandle): VideoBilling {
  const raw = body['billing_status'];
  const credits = typeof body['credits'] === 'number' ? body['credits'] : handle.billing?.credits;
  return {
    ...(credits === undefined ? {} : { credits }),
    ...(typeof raw === 'string'
      ? { status: billingStates[raw] ?? 'unknown', rawStatus: raw }
      : handle.billing?.status === undefined
        ? {}
        : { status: handle.billing.status }),
  };
}

function trusted(url: string, origins: readonly string[]): boolean {
  try {
    requireOrigin(url, origins, kind);
    return true;
  } catch {
    return false;
  }
}

/**
 * Seevio, with one pinned model. Behind an HTTPS proxy, switch on the runtime's own proxy support before the
 * process starts: this kind uses the standard `fetch` and configures no proxy.
 */
export class SeevioProvider extends VideoProvider {
  constructor(options: AIOptions) {
    super(seevio, options, (settings) => {
      requireOption(options.apiKey, kind, 'apiKey', ['SEEVIO_API_KEY']);
      const base = readAddress(options.baseUrl ?? 'https://api.seevio.ai', 'baseUrl', kind);
      const { protocol, hostname } = new URL(base);
      if (protocol !== 'https:' && !['127.0.0.1', 'localhost', '[::1]'].includes(hostname)) {
        throw new AIError('`baseUrl` of video-task-b must start with https://.', { code: 'NOT_CONFIGURED', provider: kind });
      }
      return { wire: new TaskWire(settings) };
    });
  }
}
