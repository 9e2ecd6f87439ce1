import { type ReactElement, useState } from 'react';
import { api } from '../../api/api.ts';
import { useList, useRefresh } from '../../api/use-answer.ts';
import { ConfirmButton } from '../../parts/ConfirmButton.tsx';
import { ListBody } from '../../parts/ListBody.tsx';
import { View } from '../../shell/View.tsx';
import { NotFound } from './NotFound.tsx';
import { type Synonyms as Declared, SynonymsForm } from './SynonymsForm.tsx';

/** Words that mean the same in searches. */
export function Synonyms(): ReactElement {
  const refresh = useRefresh();
  // The id of those that are changed, or the first term of new ones.
  const [edited, setEdited] = useState<{ readonly id: string } | { readonly first: string } | null>(null);
  const begin = (first: string): void => setEdited({ first });
  const list = useList<Declared>('/search-synonyms', { query: { orderBy: '-created_at' } });
  return (
    <View
      title="Search synonyms"
      lead="Words that mean the same: whoever searches for one finds the others too. The aliases of tags count without being listed here."
      actions={
        <button type="button" className="colo-button" data-kind="main" onClick={() => begin('')}>
          New synonyms
        </button>
      }
    >
      {edited && 'first' in edited && (
        <SynonymsForm key={edited.first} terms={edited.first === '' ? [] : [edited.first]} onDone={() => setEdited(null)} />
      )}
      <ListBody list={list} empty="No synonyms yet.">
        {(items) => (
          <ul className="desk-rows">
            {items.map((each) =>
              edited && 'id' in edited && edited.id === each.id ? (
                <li key={each.id}>
                  <SynonymsForm synonyms={each} onDone={() => setEdited(null)} />
                </li>
              ) : (
                <li key={each.id}>
                  <span className="desk-row-main">
                    <bdi lang={each.language ?? undefined}>
                      <strong>{textOf(each)}</strong>
                    </bdi>{' '}
                    {each.language !== null && <span className="colo-label">{each.language}</span>}
                  </span>
                  <button
                    type="button"
                    className="colo-button"
                    aria-label={`Edit ${textOf(each)}`}
                    onClick={() => setEdited({ id: each.id })}
                  >
                    Edit
                  </button>
                  <ConfirmButton
                    label="Delete"
                    of={textOf(each)}
                    title="Delete these synonyms?"
                    confirm="Delete"
                    done="The synonyms were deleted."
                    onConfirm={async () => {
                      await api.delete('/search-synonyms/{id}', { path: { id: each.id }, ifMatch: each.rev });
                      await refresh('/search-synonyms');
                    }}
                  >
                    <p>Searches for one of them no longer find the others.</p>
                  </ConfirmButton>
                </li>
              ),
            )}
          </ul>
        )}
      </ListBody>
      <NotFound onDeclare={begin} />
    </View>
  );
}

function textOf({ terms, kind }: Declared): string {
  const [first = '', ...others] = terms;
  return kind === 'oneWay' ? `${first} → ${others.join(', ')}` : terms.join(' = ');
}
