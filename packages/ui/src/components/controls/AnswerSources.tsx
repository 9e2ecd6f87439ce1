import type { ReactElement } from 'react';
import { commonEn } from '../../messages/common/en.ts';
import type { AnswerSource } from '../../state/records.ts';
import { safeLinkAddress } from '../../state/text/safe-address.ts';
import { useColophon } from '../provider/colophon-context.ts';
import { useWords } from '../provider/use-words.ts';

/** What the answer of an AI used. The titles were written by strangers, so the host of each address stands beside its title. */
export function AnswerSources({ sources }: { readonly sources: readonly AnswerSource[] | null | undefined }): ReactElement | null {
  const { format } = useColophon();
  const words = useWords(commonEn);
  if (!Array.isArray(sources) || sources.length === 0) return null;
  return (
    <details className="colo-sources">
      <summary>{words['sources.title']({ count: sources.length }, format)}</summary>
      <ul role="list">
        {(sources as readonly AnswerSource[]).map((source, index) => (
          <li key={index}>
            <Source source={source} />
            {!source.cited && <span className="colo-quiet"> {words['sources.found']}</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Source({ source: { url, title } }: { readonly source: AnswerSource }): ReactElement {
  const address = safeLinkAddress(url);
  if (address === null || url === null) return <bdi className="colo-foreign">{title ?? url}</bdi>;
  const host = URL.canParse(url) ? new URL(url).host : url;
  return (
    <>
      <a className="colo-link colo-foreign" href={address} target="_blank" rel="noopener noreferrer">
        {title ?? host}
      </a>
      {title !== null && <bdi className="colo-quiet colo-foreign"> {host}</bdi>}
    </>
  );
}
