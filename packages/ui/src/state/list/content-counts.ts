import { type ColophonClient, send } from '../client-port.ts';
import { readAnswer } from '../read-answer.ts';

/** The number of pieces with a value. */
export interface ValueCount {
  readonly value: string;
  readonly count: number;
}

/** The number of readable pieces per status, category and type, the most frequent first. */
export interface ContentCounts {
  readonly status: readonly ValueCount[];
  readonly category: readonly ValueCount[];
  readonly type: readonly ValueCount[];
}

export const NO_COUNTS: ContentCounts = { status: [], category: [], type: [] };

/** Reads the counts; empty if the server does not provide them. */
export async function readCounts(client: ColophonClient, signal: AbortSignal): Promise<ContentCounts> {
  try {
    const query = { by: 'status,category,type' };
    const { value } = await send(client, 'get', '/contents/counts', { params: { query }, signal });
    const members = { status: 'records', category: 'records', type: 'records' } as const;
    const { status = [], category = [], type = [] } = readAnswer<Partial<ContentCounts>>(value, {}, members);
    return { status: status.filter(isCount), category: category.filter(isCount), type: type.filter(isCount) };
  } catch {
    // The filters work without counts.
    return NO_COUNTS;
  }
}

function isCount({ value, count }: Partial<ValueCount>): boolean {
  return typeof value === 'string' && value !== '' && typeof count === 'number';
}
