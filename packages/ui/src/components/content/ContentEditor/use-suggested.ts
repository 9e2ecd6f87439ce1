import { useEffect, useState } from 'react';
import { type ColophonClient, send } from '../../../state/client-port.ts';
import { readCounts } from '../../../state/list/content-counts.ts';
import { readItems } from '../../../state/read-answer.ts';
import type { ComboOption } from '../../controls/combo/combo-option.ts';
import { useColophon } from '../../provider/colophon-context.ts';

const NONE: readonly ComboOption[] = [];
/** The latest pieces whose authors are offered. */
const LATEST = 200;

type Read = (client: ColophonClient, signal: AbortSignal) => Promise<readonly string[]>;

/** The authors of the latest pieces, and the categories of all, as they are named there. */
const READS = {
  async authors(client, signal) {
    const query = { fields: 'authors', orderBy: '-updated_at', limit: LATEST, count: 'none' };
    const { value } = await send(client, 'get', '/contents', { params: { query }, signal });
    return readItems<{ readonly authors?: unknown }>(value).flatMap(({ authors }) =>
      Array.isArray(authors) ? authors.filter((each) => typeof each === 'string') : [],
    );
  },
  category: async (client, signal) => (await readCounts(client, signal)).category.map(({ value }) => value),
} satisfies Record<string, Read>;

/** The values of a field that other pieces have, once they are asked for. Without an answer there are none. */
export function useSuggested(name: keyof typeof READS, isAsked: boolean): readonly ComboOption[] {
  const { client, format } = useColophon();
  const [options, setOptions] = useState(NONE);
  useEffect(() => {
    if (client === null || !isAsked) return undefined;
    const control = new AbortController();
    READS[name](client, control.signal).then(
      (values) =>
        !control.signal.aborted && setOptions([...new Set(values)].toSorted(format.compare).map((value) => ({ value, label: value }))),
      () => undefined,
    );
    return () => control.abort();
  }, [client, name, isAsked, format]);
  return options;
}
