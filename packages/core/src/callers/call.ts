import { type Caller, SYSTEM } from './caller.ts';

/** One call: its caller, and the context of its execution. */
export interface Call {
  readonly caller: Caller;
  readonly requestId: string | null;
  /** The network address that the call came from; null if there is none or it is unknown. */
  readonly address: string | null;
  /** The name of the running operation, such as `contents.update`; null for a direct method call. */
  readonly operation: string | null;
  /** The approval by a person that the call uses; absent if it needs none. */
  readonly approvalId?: string | undefined;
  readonly signal: AbortSignal | undefined;
  readonly now: () => Date;
  /**
   * Checks again that the caller is still valid, for requests that took long to arrive. Writes call it before they begin: a caller who has
   * lost access must not finish a request that was started before.
   *
   * @throws UnauthenticatedError, or whatever error the caller would get now
   */
  readonly confirm?: () => Promise<void>;
  /** Reports progress, if the operation runs as a job. */
  readonly progress?: (completed: number, total: number | null, message?: string) => void;
}

/** A call by the application itself. */
export const SYSTEM_CALL: Call = {
  caller: SYSTEM,
  requestId: null,
  address: null,
  operation: null,
  signal: undefined,
  now: () => new Date(),
};

/** Creates a call from its parts; missing parts are those of a call by the application itself. */
export function makeCall(parts: Partial<Call>): Call {
  return { ...SYSTEM_CALL, ...parts };
}
