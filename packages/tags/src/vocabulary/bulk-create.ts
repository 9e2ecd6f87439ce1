import { located, parentsFirst, type TagData } from '../stored/batch.ts';
import type { Tag } from './tag.ts';

/** Writes a batch in the order of `parentsFirst`; returns the tags in the given order. A fault names its entry. */
export async function writeInOrder(
  tags: readonly TagData[],
  pointerOf: (index: number) => string,
  write: (data: TagData) => Promise<Tag>,
): Promise<Tag[]> {
  const created: [number, Tag][] = [];
  for (const { data, index } of parentsFirst(tags, pointerOf)) {
    try {
      created.push([index, await write(data)]);
    } catch (error) {
      throw located(error, pointerOf(index));
    }
  }
  return created.sort(([a], [b]) => a - b).map(([, tag]) => tag);
}
