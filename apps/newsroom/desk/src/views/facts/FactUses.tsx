import type { FactRelationship } from '@colophon/ui/state';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { useList } from '../../api/use-answer.ts';
import { useTitles } from '../../api/use-titles.ts';
import { ListBody } from '../../parts/ListBody.tsx';

interface FactLink {
  readonly id: string;
  readonly contentId: string;
  readonly relationship: FactRelationship;
}

const WORDS: Readonly<Record<FactRelationship, string>> = {
  supports: 'supported by this fact',
  contradicts: 'contradicted by this fact',
  referenced_in: 'mentions this fact',
};

/** The pieces that use a fact. */
export function FactUses({ id }: { readonly id: string }): ReactElement {
  const list = useList<FactLink>('/fact-links', { query: { factId: id } });
  const titles = useTitles(list.value?.map(({ contentId }) => contentId));
  return (
    <ListBody list={list} empty="Not used in any piece.">
      {(items) => (
        <ul className="desk-rows">
          {items.map(({ id: linkId, contentId, relationship }) => (
            <li key={linkId}>
              <Link href={`/pieces/${contentId}/governance`}>
                <bdi>{titles.get(contentId) ?? '…'}</bdi>
              </Link>{' '}
              <span className="colo-quiet">{WORDS[relationship]}</span>
            </li>
          ))}
        </ul>
      )}
    </ListBody>
  );
}
