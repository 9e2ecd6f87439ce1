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

/** The piece in other languages: each is a piece of its own, and says when its original was changed since. */
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
        This piece is in {format.language(language)}. Each translation is a piece of its own, with its own reviews and its own day of
        publication.
      </p>
      {items.length > 1 ? (
        <ul className="desk-rows">
          {items.map((item) => (
            <TranslationRow key={item.contentId} item={item} pieceId={piece.id} onChanged={refresh} />
          ))}
        </ul>
      ) : (
        <p className="colo-list-empty">It is in no other language yet.</p>
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
  const { contentId, language, title, status, sourceId, sourceVersion, currentVersion, isOutdated } = item;
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
            the original was changed since
          </span>
        )}
      </span>
      {isOutdated && sourceId && sourceVersion && (
        <Link className="colo-button" href={`/pieces/${sourceId}/versions?from=${sourceVersion}&to=${currentVersion ?? 'now'}`}>
          What changed since
        </Link>
      )}
      {isOutdated && (
        <ConfirmButton
          label="It is up to date"
          of={name}
          title={`Does the text in ${name} say what the original says now?`}
          confirm="Yes"
          done={`${name} is up to date.`}
          onConfirm={async () => {
            await api.post('/contents/{id}/translations', { path: { id: sourceId ?? pieceId }, body: { language, contentId } });
            onChanged();
          }}
        >
          <p>It counts as a translation of the version that stands now.</p>
        </ConfirmButton>
      )}
      {!isThis && (
        <ConfirmButton
          label="Take out"
          of={name}
          title={`Take ${name} out of this group?`}
          confirm="Take it out"
          done={`${name} is a piece by itself.`}
          onConfirm={async () => {
            await api.delete('/contents/{id}/translations/{language}', { path: { id: pieceId, language } });
            await refresh('/contents');
          }}
        >
          <p>The piece stays, and does not count as a translation of this one any more.</p>
        </ConfirmButton>
      )}
    </li>
  );
}
