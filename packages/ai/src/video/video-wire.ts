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

/** The result of a poll: the status for the caller, and the address of the result. */
export interface JobSnapshot {
  status: VideoJobStatus;
  resultUrl?: string;
  lastFrameUrl?: string;
  durationSeconds?: number;
}

/** The video API of one vendor. */
export interface VideoWire {
  readonly defaultModel: string | undefined;
  /** Whether a submission may be retried after a rate limit. */
  readonly submitRepeatable: boolean;
  /** Rejects what the vendor does not support; throws `INVALID_INPUT` naming the field. */
  check(options: VideoGenerationOptions, model: string): void;
  submit(call: Call, options: VideoGenerationOptions, model: string): Promise<{ jobId: string; billing?: VideoBilling }>;
  poll(call: Call, handle: VideoJobHandle): Promise<JobSnapshot>;
  fetchResult(call: Call, handle: VideoJobHandle, snapshot: JobSnapshot): Promise<VideoResult>;
  /** Absent if the vendor does not support cancelling. */
  cancel?(call: Call, handle: VideoJobHandle): Promise<void>;
  checkAccess(call: Call): Promise<void>;
}

/** Builds a status, with `error` only if there is one. */
export function makeStatus(status: VideoJobState, rawStatus: string, message?: string, code?: string): VideoJobStatus {
  if (message === undefined) return { status, rawStatus };
  return { status, rawStatus, error: { message, ...(code === undefined ? {} : { code }) } };
}

/** Keeps the vendor's own words of a status only if they are short and contain no secret. */
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

/** Rejects options that a vendor would drop silently. */
export function refuseOptions(options: VideoGenerationOptions, names: readonly (keyof VideoGenerationOptions)[], kind: string): void {
  for (const name of names) {
    if (options[name] !== undefined) throw invalidInput(`${name} is not supported by ${kind}; omit it.`, kind);
  }
}

/** Reads a required string of a vendor's answer. */
export function requireField(body: Record<string, unknown>, name: string, kind: string): string {
  const value = body[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new AIError(`${kind}: the response contains no ${name}.`, { code: 'INVALID_RESPONSE', provider: kind });
}

/** Reads an object of a vendor's answer; empty if absent. */
export function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** Converts seconds since 1970, milliseconds or a date to ISO 8601. */
export function toIsoDate(value: unknown): string | undefined {
  const date =
    typeof value === 'number' ? new Date(value < 1e12 ? value * 1000 : value) : typeof value === 'string' ? new Date(value) : undefined;
  return date === undefined || Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
