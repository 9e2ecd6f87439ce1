import { formatFor } from '@colophon/ui/state';
import type { ReactElement } from 'react';
import type { CorrectionOfPiece } from '../data/corrections.ts';
import type { Site } from '../site.ts';
import { Frame } from './Frame.tsx';

const KINDS = { correction: 'Correction', retraction: 'Withdrawal', update: 'Update', clarification: 'Clarification' } as const;
const FEEDS = [
  { title: 'Corrections', path: '/corrections.atom' },
  { title: 'Corrections', path: '/corrections.json' },
];

/** The corrections, latest first. */
export function CorrectionsPage({ site, data }: { readonly site: Site; readonly data: readonly CorrectionOfPiece[] }): ReactElement {
  const format = formatFor(site.language, site.timeZone);
  return (
    <Frame site={site} head={{ title: 'Corrections', path: '/corrections', description: `What ${site.name} got wrong.`, feeds: FEEDS }}>
      <h1 className="page-title">Corrections</h1>
      <p className="page-standfirst">
        What proves wrong is corrected in the open: the text stays as it was published, and says above it what is wrong.{' '}
        <a href="/corrections.atom">Follow them by feed</a>.
      </p>
      {data.length === 0 ? (
        <p className="page-empty">Nothing has been corrected yet.</p>
      ) : (
        <ol className="page-corrections" role="list">
          {data.map(({ id, type, title, address, summary, note, publishedAt }) => (
            <li key={id} id={id}>
              <p className="page-notice-lead" data-kind={type}>
                {KINDS[type]} <time dateTime={publishedAt}>{format.date(publishedAt)}</time>
              </p>
              <h2 dir="auto">{address === null ? title : <a href={address}>{title}</a>}</h2>
              <p dir="auto">{summary}</p>
              {note && (
                <p className="page-statement" dir="auto">
                  {note}
                </p>
              )}
            </li>
          ))}
        </ol>
      )}
    </Frame>
  );
}
