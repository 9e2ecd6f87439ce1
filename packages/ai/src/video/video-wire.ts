import { AIError, invalidInput } from '../errors/errors.ts';
import { asCode } from '../errors/vendor-fault.ts';
import type {
  VideoBilling,
  VideoGenerationOptions,
  VideoJobHandle,
  VideoJobState,
  VideoJobStatus,
  VideoResult,
} from '../interface/video.ts';
import type { Call } from '../provider/call.ts';

/** What a poll found: what the caller sees, and where the result is. */
export interface JobSnapshot {
  status: VideoJobStatus;
  resultUrl?: string;
  lastFrameUrl?: string;
  durationSeconds?: number;
}

/** One vendor's way of rendering videos. */
export interface VideoWire {
  readonly defaultModel: string | undefined;
  /** Whether a submission may be sent again after a rate limit. */
  readonly submitRepeatable: boolean;
  /** Refuses what the vendor cannot do; throws `INVALID_INPUT` naming the field. */
  check(options: VideoGenerationOptions, model: string): void;
  submit(call: Call, options: VideoGenerationOptions, model: string): Promise<{ jobId: string; billing?: VideoBilling }>;
  poll(call: Call, handle: VideoJobHandle): Promise<JobSnapshot>;
  fetchResult(call: Call, handle: VideoJobHandle, snapshot: JobSnapshot): Promise<VideoResult>;
  /** Absent when the vendor has no way to cancel. */
  cancel?(call: Call, handle: VideoJobHandle): Promise<void>;
  checkAccess(call: Call): Promise<void>;
}

/** Makes a status, with `error` only where there is one. */
export function makeStatus(status: VideoJobState, rawStatus: string, message?: string, code?: string): VideoJobStatus {
  if (message === undefined) return { status, rawStatus };
  return { status, rawStatus, error: { message, ...(code === undefined ? {} : { code }) } };
}

/** Keeps of a status those words of the vendor's that can be words: short ones without a secret. */
export function withSafeWords(status: VideoJobStatus, secrets: readonly string[]): VideoJobStatus {
  const safe = { ...status };
  if (safe.rawStatus !== undefined) safe.rawStatus = asCode(safe.rawStatus, secrets) ?? 'unknown';
  if (safe.error?.code !== undefined) {
    const { code: given, ...error } = safe.error;
    const code = asCode(given, secrets);
    safe.error = code === undefined ? error : { ...error, code };
  }
  if (safe.billing?.rawStatus !== undefined) {
    const { rawStatus: given, ...billing } = safe.billing;
    const rawStatus = asCode(given, secrets);
    safe.billing = rawStatus === undefined ? billing : { ...billing, rawStatus };
  }
  return safe;
}

/** Refuses options that a vendor would drop silently. */
export function refuseOptions(options: VideoGenerationOptions, names: readonly (keyof VideoGenerationOptions)[], kind: string): void {
  for (const name of names) {
    if (options[name] !== undefined) throw invalidInput(`${name} has no meaning for ${kind}; leave it out.`, kind);
  }
}

/** Reads a text that must be there in a vendor's answer. */
export function requireField(body: Record<string, unknown>, name: string, kind: string): string {
  const value = body[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new AIError(`${kind}: the answer holds no ${name}.`, { code: 'INVALID_RESPONSE', provider: kind });
}

/** Reads an object of a vendor's answer; empty when there is none. */
export function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** Reads a number of seconds since 1970, milliseconds or a date as ISO 8601. */
export function toIsoDate(value: unknown): string | undefined {
  const date =
    typeof value === 'number' ? new Date(value < 1e12 ? value * 1000 : value) : typeof value === 'string' ? new Date(value) : undefined;
  return date === undefined || Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
