import type { z } from 'zod';
import type { Call } from '../callers/call.ts';
import { ColophonError, type ColophonErrorDetails } from '../errors/colophon-error.ts';
import { UsageError } from '../errors/errors.ts';
import type { Database } from '../storage/database.ts';

/** What a job is given while it runs. */
export interface JobContext {
  readonly database: Database;
  /** Who it runs for, with the role they have now; its signal ends when the job is to stop. */
  readonly call: Call;
  /**
   * As `call`, with what the submitter may do at this moment: work on many records asks before each of them.
   *
   * @throws JobFailedError `authority_lost` when the submitter has lost all permissions
   */
  readonly callNow: () => Promise<Call>;
  readonly signal: AbortSignal;
  /** Tells how far it is. Cheap: what is told is written now and then, outside of any transaction. */
  readonly progress: (completed: number, total: number | null, message?: string) => void;
}

/** What came of a job. */
export interface JobOutcome {
  readonly result?: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/** A kind of work. It may be begun again after a worker died, so what it has done already it should not do twice. */
export interface JobKind {
  readonly kind: string;
  readonly input: z.ZodType;
  readonly run: (input: never, context: JobContext) => Promise<JobOutcome | undefined>;
}

/**
 * Declares a kind of work; a worker is given a list of them.
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

/** The kinds by name. @throws UsageError when two have the same */
export function kindsByName(kinds: readonly JobKind[]): ReadonlyMap<string, JobKind> {
  const byName = new Map<string, JobKind>();
  for (const each of kinds) {
    if (byName.has(each.kind)) throw new UsageError(`Two kinds of jobs are called ${each.kind}.`);
    byName.set(each.kind, each);
  }
  return byName;
}

/** Work that failed and leaves something to be known all the same: the job keeps the result. */
export class JobFailedError extends ColophonError {
  readonly result: Readonly<Record<string, unknown>>;

  constructor(message: string, details: ColophonErrorDetails & { code: string; result: Readonly<Record<string, unknown>> }) {
    super(422, details.code, message, details);
    this.result = details.result;
  }
}
