import { useColophon } from '@colophon/ui';
import { Busy, ProblemNotice } from '@colophon/ui/controls';
import type { ContentRecord, Translation } from '@colophon/ui/state';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { api } from '../../api/api.ts';
import { useAnswer, useRefresh } from '../../api/use-answer.ts';
import { ConfirmButton } from '../../parts/ConfirmButton.tsx';
import { NewTranslation } from './NewTranslation.tsx';
import { OwnLanguage } from './OwnLanguage.tsx';

/** The translations of a piece, with a label on those whose original has changed. */
export function Translations({ piece }: { readonly piece: ContentRecord }): ReactElement {
  const { format } = useColophon();
  const path = { id: piece.id };
  const { value, problem, refresh } = useAnswer<{ readonly items: readonly Translation[] }>('/contents/{id}/translations', { path });
  if (problem) return <ProblemNotice problem={problem} onRetry={refresh} />;
  if (value === undefined) return <Busy lines={4} />;
  const { language } = piece;
  if (language === null || language === '') return <OwnLanguage piece={piece} />;
  const { items } = value;
  const taken = items.length > 0 ? items.map((each) => each.language) : [language];
  return (
    <>
      <p className="desk-lead">
        This piece is in {format.language(language)}. Each translation is a separate piece with its own reviews and publication date.
      </p>
      {items.length > 1 ? (
        <ul className="desk-rows">
          {items.map((item) => (
            <TranslationRow key={item.contentId} item={item} pieceId={piece.id} onChanged={refresh} />
          ))}
        </ul>
      ) : (
        <p className="colo-list-empty">No translations yet.</p>
      )}
      <NewTranslation piece={piece} taken={taken} />
    </>
  );
}

interface TranslationRowProps {
  readonly item: Translation;
  readonly pieceId: string;
  readonly onChanged: () => void;
}

function TranslationRow({ item, pieceId, onChanged }: TranslationRowProps): ReactElement {
  const { format } = useColophon();
  const refresh = useRefresh();
  const { contentId, language, title, status, sourceId, sourceVersion, isOutdated } = item;
  const name = format.language(language);
  const isThis = contentId === pieceId;
  return (
    <li>
      <span className="desk-row-main">
        <strong>{name}</strong>{' '}
        {isThis ? (
          <span className="colo-quiet">this piece</span>
        ) : (
          <Link href={`/pieces/${contentId}`}>
            <bdi lang={language}>{title.trim() === '' ? 'Untitled' : title}</bdi>
          </Link>
        )}{' '}
        {status !== undefined && (
          <span className="colo-label" data-tone={status === 'published' ? 'success' : 'neutral'}>
            {status}
          </span>
        )}{' '}
        {isOutdated && (
          <span className="colo-label" data-tone="warning">
            outdated
          </span>
        )}
      </span>
      {isOutdated && sourceId && sourceVersion && (
        <Link className="colo-button" href={`/pieces/${sourceId}/versions?from=${sourceVersion}&to=now`}>
          Show changes
        </Link>
      )}
      {isOutdated && (
        <ConfirmButton
          label="Mark as up to date"
          of={name}
          title={`Mark ${name} as up to date?`}
          confirm="Mark as up to date"
          done={`${name} is up to date.`}
          onConfirm={async () => {
            await api.post('/contents/{id}/translations', { path: { id: sourceId ?? pieceId }, body: { language, contentId } });
            onChanged();
          }}
        >
          <p>Confirms that the translation matches the current text of the original.</p>
        </ConfirmButton>
      )}
      {!isThis && (
        <ConfirmButton
          label="Unlink"
          of={name}
          title={`Unlink ${name}?`}
          confirm="Unlink"
          done={`${name} was unlinked.`}
          onConfirm={async () => {
            await api.delete('/contents/{id}/translations/{language}', { path: { id: pieceId, language } });
            await refresh('/contents');
          }}
        >
          <p>The piece is kept, but is no longer a translation of this one.</p>
        </ConfirmButton>
      )}
    </li>
  );
}
