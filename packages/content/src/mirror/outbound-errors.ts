import { ColophonError } from '@colophon/core';

/** An error of whoever fetches, whose class is not known here. */
interface OutboundFault {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly hint: string | undefined;
  readonly retryable: boolean;
  readonly extensions: Readonly<Record<string, unknown>>;
}

/** Runs something of the fetcher, with its errors as the caller is answered them. They never tell what a name resolved to. */
export async function withOutboundErrors<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isFault(error) ? answered(error) : error;
  }
}

/** Whether the site said that it has the page no more. */
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
