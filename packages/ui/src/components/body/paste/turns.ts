/** Work in small steps, between which it can wait. */
export type Work<Result = void> = Generator<undefined, Result>;

/** Steps between two looks at whether the page is to answer. */
const TOGETHER = 50;

/** Does work to its end; `pause` is called between its steps, to let the page answer. */
export async function inTurns<Result>(work: Work<Result>, pause?: () => Promise<void>): Promise<Result> {
  for (let steps = 1; ; steps += 1) {
    const { done, value } = work.next();
    if (done === true) return value;
    // oxlint-disable-next-line no-await-in-loop -- one step after the other is the point
    if (steps % TOGETHER === 0) await pause?.();
  }
}
