/** Makes browsers trust the declared type of every response. */
export const SAFE_HEADERS = { 'X-Content-Type-Options': 'nosniff' } as const;

/** Returns the headers of every response, successful or not: the request id that is in the log, and `SAFE_HEADERS`. */
export function answerHeaders({ requestId }: { readonly requestId: string | null }): Record<string, string> {
  return { 'X-Request-Id': requestId ?? '', ...SAFE_HEADERS };
}
