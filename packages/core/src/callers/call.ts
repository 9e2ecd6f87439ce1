import { type Caller, SYSTEM } from './caller.ts';

/** One call: who makes it, and what belongs to it while it runs. */
export interface Call {
  readonly caller: Caller;
  readonly requestId: string | null;
  /** The network address that the call came from; null where there is none, or it is not known. */
  readonly address: string | null;
  /** The operation being run, `contents.update` for example; null for a direct method call. */
  readonly operation: string | null;
  readonly signal: AbortSignal | undefined;
  readonly now: () => Date;
  /**
   * Asks again whether the caller is still who they were when the call began, where it took long to arrive. Writes ask before
   * they begin: somebody who lost access must not finish what they had only announced.
   *
   * @throws UnauthenticatedError, or whatever the caller would be told now
   */
  readonly confirm?: () => Promise<void>;
  /** Tells how far it is, where the operation runs as a job. */
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

/** Makes a call from its parts; what is not given is as in a call by the application itself. */
export function makeCall(parts: Partial<Call>): Call {
  return { ...SYSTEM_CALL, ...parts };
}
