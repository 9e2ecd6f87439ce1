import { type ColophonClient, send } from '../client-port.ts';
import { readItems } from '../read-answer.ts';
import type { ContentCounts } from './content-counts.ts';
import type { ContentRow } from './list-query.ts';

/** A filter value and its label. */
export interface FilterChoice {
  readonly value: string;
  readonly label: string;
  /** The number of pieces with it, if known. */
  readonly count?: number;
}

/** The values that the filters of a list offer; null if there are too many for a select, so that they are typed. */
export type FilterChoices = Readonly<Record<'type' | 'category' | 'tag', readonly FilterChoice[] | null>>;

/** A select with more options is not useful. */
const MOST_OFFERED = 200;

/** Returns the tags of the vocabulary by name; null if there are too many. @throws ProblemError if the server has no tags */
export async function readTagChoices(client: ColophonClient, signal: AbortSignal): Promise<readonly FilterChoice[] | null> {
  const query = { limit: String(MOST_OFFERED), orderBy: 'name', count: 'exact' };
  const { value } = await send<{ readonly count?: number | null }>(client, 'get', '/tags', { params: { query }, signal });
  if ((value.count ?? 0) > MOST_OFFERED) return null;
  return readItems<{ readonly slug?: unknown; readonly name?: unknown }>(value).flatMap(({ slug, name }) =>
    typeof slug === 'string' ? [{ value: slug, label: typeof name === 'string' && name !== '' ? name : slug }] : [],
  );
}

/** Returns the choices from the counts of all pieces. */
export function choicesOfCounts({ type, category }: ContentCounts, tags: readonly FilterChoice[] | null): FilterChoices {
  const of = (counts: ContentCounts['type']): readonly FilterChoice[] | null =>
    counts.length > MOST_OFFERED ? null : counts.map(({ value, count }) => ({ value, count, label: value }));
  return { type: of(type), category: of(category), tag: tags };
}

/** Returns the choices from rows that are all loaded. */
export function choicesOfRows(rows: readonly ContentRow[]): FilterChoices {
  const of = (values: readonly (string | null | undefined)[]): readonly FilterChoice[] | null => {
    const given = [...new Set(values)].filter((value): value is string => typeof value === 'string' && value !== '');
    return given.length > MOST_OFFERED ? null : given.map((value) => ({ value, label: value }));
  };
  return {
    type: of(rows.map(({ type }) => type)),
    category: of(rows.map(({ category }) => category)),
    tag: of(rows.flatMap(({ tags = [] }) => tags)),
  };
}
