import type { z } from 'zod';
import type { Call } from '../callers/call.ts';
import { ColophonError, type ColophonErrorDetails } from '../errors/colophon-error.ts';
import { UsageError } from '../errors/errors.ts';
import type { Database } from '../storage/database.ts';

/** The context of a running job. */
export interface JobContext {
  readonly database: Database;
  /** The caller that the job runs for, with their current role; its signal aborts when the job has to stop. */
  readonly call: Call;
  /**
   * Like `call`, with the submitter's permissions at this moment: work on many records calls it before each of them.
   *
   * @throws JobFailedError `authority_lost` if the submitter has lost all permissions
   */
  readonly callNow: () => Promise<Call>;
  readonly signal: AbortSignal;
  /** Reports progress. Cheap: the latest value is written from time to time, outside of any transaction. */
  readonly progress: (completed: number, total: number | null, message?: string) => void;
}

/** The outcome of a job. */
export interface JobOutcome {
  readonly result?: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/** A kind of work. It may be started again after a worker died, so it must not repeat what is already done. */
export interface JobKind {
  readonly kind: string;
  readonly input: z.ZodType;
  readonly run: (input: never, context: JobContext) => Promise<JobOutcome | undefined>;
}

/**
 * Declares a kind of work; a worker gets a list of them.
 *
 * @example
 * const greet = jobKind({ kind: 'greet', input: z.strictObject({ name: z.string() }), run: async ({ name }) => ({ message: `Hello ${name}` }) });
 */
export function jobKind<Input>(parts: {
  kind: string;
  input: z.ZodType<Input>;
  run: (input: Input, context: JobContext) => Promise<JobOutcome | undefined>;
}): JobKind {
  return parts as unknown as JobKind;
}

/** Returns the kinds by name. @throws UsageError if two have the same name */
export function kindsByName(kinds: readonly JobKind[]): ReadonlyMap<string, JobKind> {
  const byName = new Map<string, JobKind>();
  for (const each of kinds) {
    if (byName.has(each.kind)) throw new UsageError(`Two kinds of jobs are named ${each.kind}.`);
    byName.set(each.kind, each);
  }
  return byName;
}

/** Work that failed with a partial result: the job keeps the result. */
export class JobFailedError extends ColophonError {
  readonly result: Readonly<Record<string, unknown>>;

  constructor(message: string, details: ColophonErrorDetails & { code: string; result: Readonly<Record<string, unknown>> }) {
    super(422, details.code, message, details);
    this.result = details.result;
  }
}
