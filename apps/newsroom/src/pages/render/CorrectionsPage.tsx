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
    <Frame
      site={site}
      head={{ title: 'Corrections', path: '/corrections', description: `Corrections published by ${site.name}.`, feeds: FEEDS }}
    >
      <h1 className="page-title">Corrections</h1>
      <p className="page-standfirst">
        Errors are corrected publicly: the text stays as published, with a notice above it.{' '}
        <a href="/corrections.atom">Subscribe to the feed</a>.
      </p>
      {data.length === 0 ? (
        <p className="page-empty">No corrections yet.</p>
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
