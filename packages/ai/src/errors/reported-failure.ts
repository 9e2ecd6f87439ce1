/** A failure that a provider reports in the body of an answer whose status says that all is well. */
export interface ReportedFailure extends Error {
  readonly name: 'ReportedFailure';
  readonly body: unknown;
}

/** Makes the error for a body that reports a failure; it is turned into one of this library's where it is caught. */
export function reportedFailure(body: unknown): ReportedFailure {
  const error = Object.assign(new Error('The provider reports a failure.'), { name: 'ReportedFailure' as const });
  // Not enumerable: it may quote the prompt.
  Object.defineProperty(error, 'body', { value: body });
  return error as ReportedFailure;
}
