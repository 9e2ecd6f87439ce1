import { type ColophonClient, type RequestOptions, send } from './client-port.ts';
import { readAnswer } from './read-answer.ts';

interface Page<Item> {
  readonly items: readonly Item[];
  readonly count?: number | null;
}

/** The maximum number of items per request. */
const LARGEST_PAGE = 1000;

/**
 * Reads a list to its end, or at most so many items of it, in as many requests as that takes.
 *
 * @throws ProblemError if a page fails: a part is not mistaken for the whole
 */
export async function readList<Item>(
  client: ColophonClient,
  path: string,
  { params = {}, signal }: Pick<RequestOptions, 'params' | 'signal'>,
  most = Infinity,
): Promise<readonly Item[]> {
  const items: Item[] = [];
  for (let offset = 0; ;) {
    const limit = Math.min(LARGEST_PAGE, most - offset);
    const query = { ...params.query, limit, ...(offset && { offset }) };
    const { value } = await send<Page<unknown>>(client, 'get', path, { params: { ...params, query }, signal });
    items.push(...readAnswer<Page<Item>>(value, { items: 'records' }).items);
    const read = value.items.length;
    offset += read;
    // A server may return smaller pages than were requested; it may also not count them.
    const end = value.count ?? (read < limit ? 0 : most);
    if (!read || offset >= end || offset >= most) return items;
  }
}
