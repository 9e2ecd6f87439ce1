/** The history state of a piece that was just created as a copy. */
export const COPY = { isCopy: true } as const;

/** Whether the shown piece was just created as a copy. */
export function isCopy(): boolean {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'isCopy' in state;
}
