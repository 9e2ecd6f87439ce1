/** A failure that a provider reports in the body of a response with a success status. */
export interface ReportedFailure extends Error {
  readonly name: 'ReportedFailure';
  readonly body: unknown;
}

/** Creates the error for a body that reports a failure; the code that catches it converts it to one of this library. */
export function reportedFailure(body: unknown): ReportedFailure {
  const error = Object.assign(new Error('The provider reports a failure.'), { name: 'ReportedFailure' as const });
  // Not enumerable: it may quote the prompt.
  Object.defineProperty(error, 'body', { value: body });
  return error as ReportedFailure;
}
