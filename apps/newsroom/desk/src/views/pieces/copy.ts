/** Goes with an address in the history of the browser: the piece there was just copied from another. */
export const COPY = { isCopy: true } as const;

/** Whether somebody came to the piece that is shown by copying another. */
export function isCopy(): boolean {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'isCopy' in state;
}
