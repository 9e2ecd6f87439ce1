import { type ColophonClient, send } from '../client-port.ts';
import { readAnswer } from '../read-answer.ts';

/** How many pieces have one value. */
export interface ValueCount {
  readonly value: string;
  readonly count: number;
}

/** How many of the pieces that a person may read have each status, category and type, the most frequent first. */
export interface ContentCounts {
  readonly status: readonly ValueCount[];
  readonly category: readonly ValueCount[];
  readonly type: readonly ValueCount[];
}

export const NO_COUNTS: ContentCounts = { status: [], category: [], type: [] };

/** Reads the counts; none where the server does not tell them. */
export async function readCounts(client: ColophonClient, signal: AbortSignal): Promise<ContentCounts> {
  try {
    const query = { by: 'status,category,type' };
    const { value } = await send(client, 'get', '/contents/counts', { params: { query }, signal });
    const members = { status: 'records', category: 'records', type: 'records' } as const;
    const { status = [], category = [], type = [] } = readAnswer<Partial<ContentCounts>>(value, {}, members);
    return { status: status.filter(isCount), category: category.filter(isCount), type: type.filter(isCount) };
  } catch {
    // They stand beside the filters, which work without them.
    return NO_COUNTS;
  }
}

function isCount({ value, count }: Partial<ValueCount>): boolean {
  return typeof value === 'string' && value !== '' && typeof count === 'number';
}
