import { Busy, ProblemNotice } from '@colophon/ui/controls';
import type { ContentRecord } from '@colophon/ui/state';
import { type ReactElement, lazy, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useAnswer, useRefresh } from '../../api/use-answer.ts';
import { View } from '../../shell/View.tsx';
import { ViewOnSite } from './ViewOnSite.tsx';

const Writing = lazy(() => import('./Writing.tsx').then(({ Writing: component }) => ({ default: component })));
const Versions = lazy(() => import('./Versions.tsx').then(({ Versions: component }) => ({ default: component })));
const Translations = lazy(() => import('./Translations.tsx').then(({ Translations: component }) => ({ default: component })));
const PreviewLinks = lazy(() => import('./PreviewLinks.tsx').then(({ PreviewLinks: component }) => ({ default: component })));
const PieceCorrections = lazy(() => import('./PieceCorrections.tsx').then(({ PieceCorrections: component }) => ({ default: component })));

const PARTS = [
  { part: undefined, label: 'Text' },
  { part: 'versions', label: 'Versions' },
  { part: 'corrections', label: 'Corrections' },
  { part: 'translations', label: 'Translations' },
  { part: 'sharing', label: 'Preview links' },
] as const;

interface PieceProps {
  /** `new` for a piece that is not stored yet. */
  readonly id: string;
  readonly part: string | undefined;
}

/** One piece, with tabs for its text, versions, corrections, translations and preview links. `governance` is its text with the reviews. */
export function Piece({ id, part }: PieceProps): ReactElement {
  const [location] = useLocation();
  // A piece that is stored for the first time gets an address, but keeps its editor.
  const [made, setMade] = useState<{ readonly id: string; readonly key: string } | null>(null);
  const key = id === 'new' ? 'new' : made?.id === id ? made.key : id;
  const shown = PARTS.some((each) => each.part === part) ? part : undefined;
  if (shown === undefined)
    return (
      <Writing
        key={key}
        id={id}
        isReviewed={part === 'governance'}
        tabs={<PieceTabs id={id} location={location} />}
        onMade={(madeId) => setMade({ id: madeId, key: 'new' })}
      />
    );
  return <PiecePage key={id} id={id} part={shown} tabs={<PieceTabs id={id} location={location} />} />;
}

interface PiecePageProps {
  readonly id: string;
  readonly part: string;
  readonly tabs: ReactElement;
}

function PiecePage({ id, part, tabs }: PiecePageProps): ReactElement {
  const refresh = useRefresh();
  const { value: piece, problem, refresh: retry } = useAnswer<ContentRecord>('/contents/{id}', { path: { id } });
  const label = PARTS.find((each) => each.part === part)?.label ?? part;
  return (
    <View
      title={piece === undefined ? label : `${label}: ${piece.title.trim() || 'Untitled'}`}
      actions={piece && <ViewOnSite piece={piece} />}
    >
      {tabs}
      {problem && <ProblemNotice problem={problem} onRetry={retry} />}
      {piece === undefined && problem === null && <Busy lines={6} />}
      {piece !== undefined && part === 'versions' && <Versions piece={piece} />}
      {piece !== undefined && part === 'translations' && <Translations piece={piece} />}
      {piece !== undefined && part === 'sharing' && <PreviewLinks id={id} />}
      {piece !== undefined && part === 'corrections' && <PieceCorrections id={id} onChange={() => void refresh('/contents')} />}
    </View>
  );
}

function PieceTabs({ id, location }: { readonly id: string; readonly location: string }): ReactElement | null {
  if (id === 'new') return null;
  return (
    <nav className="desk-tabs" aria-label="This piece">
      {PARTS.map(({ part, label }) => {
        const href = part === undefined ? `/pieces/${id}` : `/pieces/${id}/${part}`;
        return (
          <Link
            key={label}
            href={href}
            aria-current={location === href || (part === undefined && location === `${href}/governance`) ? 'page' : undefined}
          >
            {label}
          </Link>
        );
      })}
    </nav>
  );
}
