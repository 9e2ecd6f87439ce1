import { asFinal } from '../errors/as-final.ts';
import { AIError, invalidInput, notImplemented } from '../errors/errors.ts';
import type { RequestOptions } from '../interface/options.ts';
import type { VideoGenerationOptions, VideoJobHandle, VideoJobStatus, VideoResult } from '../interface/video.ts';
import { positive } from '../limits/ceilings.ts';
import type { TokenBucket } from '../pacing/token-bucket.ts';
import type { Call, CallPlan } from '../provider/call.ts';
import { runCall } from '../provider/run.ts';
import type { ProviderSettings } from '../provider/settings.ts';
import { refuseRetired } from '../models/model-table.ts';
import { withSafeWords, type JobSnapshot, type VideoWire } from './video-wire.ts';

/** The five video operations over any {@link VideoWire}. */
export class VideoOperations {
  #settings: ProviderSettings;
  #wire: VideoWire;
  #bucket: (() => TokenBucket) | undefined;

  constructor(settings: ProviderSettings, wire: VideoWire, bucket?: () => TokenBucket) {
    this.#settings = settings;
    this.#wire = wire;
    this.#bucket = bucket;
  }

  /** Submits a job. A submission is never sent twice after a failure that may have been accepted. */
  async submit(options: VideoGenerationOptions): Promise<VideoJobHandle> {
    const { kind } = this.#settings;
    const plan: CallPlan = {
      operation: 'submitVideoGenerationJob',
      options,
      repeatable: this.#wire.submitRepeatable,
      repeatOn: 'rate-limit',
      texts: () => [options.prompt, ...(options.negativePrompt === undefined ? [] : [options.negativePrompt])],
      usageTags: describe(options),
      validate: (call) => {
        call.model = this.#model(options);
        refuseRetired(this.#settings.row, call.model);
        if (typeof options?.prompt !== 'string' || options.prompt.trim() === '') throw invalidInput('prompt must be a non-empty text.');
        if (options.durationSeconds !== undefined) positive('durationSeconds', options.durationSeconds, 1, 1);
        this.#wire.check(options, call.model);
      },
    };
    const work = async (call: Call): Promise<VideoJobHandle> => {
      await call.reserve(call.model, ({ perVideoSecond }) =>
        perVideoSecond === undefined || options.durationSeconds === undefined ? undefined : perVideoSecond * options.durationSeconds,
      );
      const send = (): Promise<{ jobId: string; billing?: NonNullable<VideoJobHandle['billing']> }> =>
        this.#wire.submit(call, options, call.model);
      const { jobId, billing } = await (this.#bucket === undefined ? send() : this.#bucket().run(send, call.signal));
      const createdAt = new Date().toISOString();
      return { jobId, provider: kind, model: call.model, createdAt, ...(billing === undefined ? {} : { billing }) };
    };
    try {
      return await runCall(this.#settings, plan, work);
    } catch (failure) {
      throw asFinal(failure as AIError, 'job');
    }
  }

  /** Polls a job. */
  async status(handle: VideoJobHandle, options?: RequestOptions): Promise<VideoJobStatus> {
    const snapshot = await runCall(this.#settings, this.#plan('getVideoGenerationJob', handle, options), (call) =>
      this.#poll(call, handle),
    );
    return snapshot.status;
  }

  /** Fetches the video of a job that succeeded. */
  result(handle: VideoJobHandle, options?: RequestOptions): Promise<VideoResult> {
    const { kind } = this.#settings;
    return runCall(this.#settings, this.#plan('fetchVideoGenerationResult', handle, options), async (call) => {
      const snapshot = await this.#poll(call, handle);
      const { status, error } = snapshot.status;
      if (status === 'succeeded') return this.#wire.fetchResult(call, handle, snapshot);
      if (status === 'queued' || status === 'running') {
        throw new AIError(`${kind}: the video is not ready (${status}).`, { code: 'VIDEO_JOB_NOT_READY', provider: kind, retryable: true });
      }
      throw new AIError(`${kind}: the video was not rendered (${status}${error?.code === undefined ? '' : `, ${error.code}`}).`, {
        code: 'VIDEO_JOB_FAILED',
        provider: kind,
      });
    });
  }

  /** Requests the cancellation of a job. */
  cancel(handle: VideoJobHandle, options?: RequestOptions): Promise<void> {
    const cancel = this.#wire.cancel?.bind(this.#wire);
    const plan = this.#plan('cancelVideoGenerationJob', handle, options);
    const check = plan.validate;
    plan.validate = (call) => {
      if (cancel === undefined)
        throw notImplemented(this.#settings.kind, 'cancelVideoGenerationJob', 'The vendor has no way to cancel a job.');
      check?.(call);
    };
    return runCall(this.#settings, plan, async (call) => cancel?.(call, handle));
  }

  /** Checks the credentials. */
  checkAccess(options?: RequestOptions): Promise<void> {
    const plan: CallPlan = { operation: 'validateVideoGenerationAccess', options, paced: false, usageAs: false, namesModel: false };
    return runCall(this.#settings, plan, (call) => this.#wire.checkAccess(call));
  }

  /** Polls; the vendor's own words are kept if they are short and contain no secret. */
  async #poll(call: Call, handle: VideoJobHandle): Promise<JobSnapshot> {
    const snapshot = await this.#wire.poll(call, handle);
    return { ...snapshot, status: withSafeWords(snapshot.status, this.#settings.secrets) };
  }

  #plan(operation: string, handle: VideoJobHandle, options: RequestOptions | undefined): CallPlan {
    return {
      operation,
      options,
      paced: false,
      usageAs: false,
      namesModel: false,
      model: handle?.model,
      validate: () => checkHandle(handle, this.#settings.kind),
    };
  }

  #model(options: VideoGenerationOptions): string {
    const chosen = options.model ?? this.#configuredModel() ?? this.#wire.defaultModel;
    if (chosen !== undefined) return chosen;
    throw new AIError(`${this.#settings.kind} has no default video model: pass \`model\` or \`defaultModel\`.`, {
      code: 'NOT_CONFIGURED',
      provider: this.#settings.kind,
    });
  }

  /** A text kind's `defaultModel` is for text, not for video. */
  #configuredModel(): string | undefined {
    return this.#settings.kind === 'multimodal-hosted' ? undefined : this.#settings.options.defaultModel;
  }
}

function checkHandle(handle: VideoJobHandle, kind: string): void {
  if (typeof handle !== 'object' || handle === null || typeof handle.jobId !== 'string') {
    throw invalidInput('handle must be the result of submitVideoGenerationJob.');
  }
  if (handle.provider !== kind) throw invalidInput(`handle belongs to ${String(handle.provider).slice(0, 40)}, not to ${kind}.`);
  // It becomes part of an address.
  if (!/^[\w./:-]{1,300}$/.test(handle.jobId) || handle.jobId.split('/').includes('..')) throw invalidInput('handle.jobId is malformed.');
}

function describe(options: VideoGenerationOptions): Record<string, string> {
  const tags: Record<string, string> = {};
  for (const name of ['durationSeconds', 'resolution', 'aspectRatio'] as const) {
    if (options?.[name] !== undefined) tags[name] = String(options[name]).slice(0, 32);
  }
  return tags;
}
