/** Lets the vendor of an AI search the web while it answers: a `serverTools` entry of `@colophon/ai`. */
export interface WebSearch {
  readonly type: 'web_search';
  readonly maxUses: number;
}

/** How often an answer that the vendor interrupted, as it does in the middle of long searches, is continued. */
export const MOST_CONTINUATIONS = 5;

/** The option of a call that allows so many searches; none without a number. */
export function webSearch(maxUses: number | undefined): { serverTools?: readonly WebSearch[] } {
  return maxUses === undefined || maxUses < 1 ? {} : { serverTools: [{ type: 'web_search', maxUses }] };
}
