/** Browsers take the type of every answer at its word. */
export const SAFE_HEADERS = { 'X-Content-Type-Options': 'nosniff' } as const;

/** Headers of every answer to a request, whether it worked or failed: the id that finds it in the log, and `SAFE_HEADERS`. */
export function answerHeaders({ requestId }: { readonly requestId: string | null }): Record<string, string> {
  return { 'X-Request-Id': requestId ?? '', ...SAFE_HEADERS };
}
