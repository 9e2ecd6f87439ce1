import { useColophon } from '@colophon/ui';
import type { ReactElement } from 'react';
import { useList } from '../../api/use-answer.ts';
import { ListBody } from '../../parts/ListBody.tsx';

interface Searched {
  readonly id: string;
  readonly day: string;
  readonly words: string;
  readonly times: number;
}

/** What readers searched for without finding anything, the most frequent first. */
export function NotFound({ onDeclare }: { readonly onDeclare: (words: string) => void }): ReactElement {
  const { format } = useColophon();
  const list = useList<Searched>('/searched-terms', { query: { found: 0, orderBy: '-day' }, limit: 200 });
  return (
    <section aria-labelledby="searched-not-found">
      <h2 id="searched-not-found">Searched and not found</h2>
      <p className="colo-quiet">What at least five readers searched for on one day in the last 90 days.</p>
      <ListBody list={{ ...list, value: list.value && summed(list.value) }} empty="Nothing yet.">
        {(items) => (
          <ul className="desk-rows">
            {items.map(({ words, times, day }) => (
              <li key={words}>
                <span className="desk-row-main">
                  <bdi>
                    <strong>{words}</strong>
                  </bdi>{' '}
                  <span className="colo-quiet">
                    {format.number(times)} times, last on {format.date(`${day}T00:00:00.000Z`)}
                  </span>
                </span>
                <button type="button" className="colo-button" aria-label={`New synonyms of ${words}`} onClick={() => onDeclare(words)}>
                  New synonyms
                </button>
              </li>
            ))}
          </ul>
        )}
      </ListBody>
    </section>
  );
}

/** The searches of all days, by their words. */
function summed(rows: readonly Searched[]): readonly Searched[] {
  const byWords = new Map<string, Searched>();
  for (const row of rows) {
    const known = byWords.get(row.words);
    byWords.set(row.words, known ? { ...known, times: known.times + row.times } : row);
  }
  return [...byWords.values()].toSorted((one, other) => other.times - one.times);
}
