import { EditMap } from 'micromark-util-edit-map';

/** An edit of a list of events: where, how many are removed, and what is added there. */
type Edit = [at: number, remove: number, add: readonly unknown[]];

/**
 * Applies edits to the end of a list of events, from the first edit on.
 *
 * micromark edits its events at the end of each block, but copies all events before it as well: a text of n block quotes, or of n underlined
 * headings, takes quadratic time (80 KB: more than a minute). This does the same in time that depends on the block.
 */
function consumeTail(this: { map: Edit[] }, events: unknown[]): void {
  const edits = this.map.toSorted((a, b) => a[0] - b[0]);
  const start = edits[0]?.[0];
  if (start === undefined) return;
  const tail = events.splice(start);
  let at = start;
  const keepUntil = (end: number): void => {
    for (; at < end && at - start < tail.length; at += 1) events.push(tail[at - start]);
  };
  for (const [index, remove, add] of edits) {
    keepUntil(index);
    for (const each of add) events.push(each);
    at = Math.max(at, index + remove);
  }
  keepUntil(Infinity);
  this.map.length = 0;
}

/** Makes the parser of this process edit its events in linear time. The result is the same; calling it again changes nothing. */
export function editInLinearTime(): void {
  EditMap.prototype.consume = consumeTail as typeof EditMap.prototype.consume;
}
