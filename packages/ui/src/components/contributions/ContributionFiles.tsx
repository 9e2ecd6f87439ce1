import type { ReactElement } from 'react';
import { contributionsEn } from '../../messages/contributions/en.ts';
import type { ContributionAttachment } from '../../state/contributions/records.ts';
import { safeLinkAddress } from '../../state/text/safe-address.ts';
import { useColophon } from '../provider/colophon-context.ts';
import { useWords } from '../provider/use-words.ts';

interface ContributionFilesProps {
  readonly attachments: readonly ContributionAttachment[];
  readonly getHref: ((attachment: ContributionAttachment) => string) | undefined;
}

/** Quarantined files with download links. None is shown or opened here. */
export function ContributionFiles({ attachments, getHref = ownHref }: ContributionFilesProps): ReactElement | null {
  const { format } = useColophon();
  const words = useWords(contributionsEn);
  if (attachments.length === 0) return null;
  return (
    <section aria-label={words['inbox.files']}>
      <ul className="colo-rows">
        {attachments.map((attachment) => {
          const { id, filename, mimeType, size, width, height, raw, suspect = [] } = attachment;
          return (
            <li key={id} className="colo-row">
              <bdi className="colo-row-main">{filename}</bdi>
              <bdi className="colo-quiet">
                {mimeType}, {format.bytes(size)}
                {width && height ? `, ${words['inbox.pixels']({ width: format.number(width), height: format.number(height) })}` : ''}
              </bdi>
              {raw && <span className="colo-label">{words['inbox.rawMail']}</span>}
              {suspect.length > 0 && (
                <span className="colo-label" data-tone="danger">
                  {words['inbox.suspect']}
                </span>
              )}
              <a className="colo-link" href={safeLinkAddress(getHref(attachment)) ?? undefined} download rel="noreferrer">
                {words['inbox.download']}
                <span className="colo-visually-hidden"> {filename}</span>
              </a>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function ownHref({ id }: ContributionAttachment): string {
  return `/api/v1/content-contribution-attachments/${encodeURIComponent(id)}/file`;
}
