import { ColophonError } from '@colophon/core';

/** An error of the fetcher, whose class is not known here. */
interface OutboundFault {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly hint: string | undefined;
  readonly retryable: boolean;
  readonly extensions: Readonly<Record<string, unknown>>;
}

/** Runs work of the fetcher, converting its errors to those for the caller. They never reveal what a name resolved to. */
export async function withOutboundErrors<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isFault(error) ? answered(error) : error;
  }
}

/** Returns whether the site reported that the page no longer exists. */
export function isGone(error: unknown): boolean {
  if (!(error instanceof ColophonError) || error.code !== 'fetch_failed') return false;
  return error.extensions['upstreamStatus'] === 404 || error.extensions['upstreamStatus'] === 410;
}

function isFault(error: unknown): error is Error & OutboundFault {
  return error instanceof Error && error.name === 'OutboundError';
}

function answered({ status, code, message, hint, retryable, extensions }: OutboundFault): ColophonError {
  return new ColophonError(status, code, message, { retryable, extensions, ...(hint === undefined ? {} : { hint }) });
}
