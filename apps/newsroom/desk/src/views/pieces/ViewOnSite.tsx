import type { ContentRecord } from '@colophon/ui/state';
import type { ReactElement } from 'react';
import { publicHref } from './public-href.ts';

/** A link to the published page. */
export function ViewOnSite({
  piece,
}: {
  readonly piece: Pick<ContentRecord, 'status' | 'type' | 'slug' | 'context'>;
}): ReactElement | null {
  const href = publicHref(piece);
  if (href === null) return null;
  return (
    <a className="colo-button" href={href} target="_blank" rel="noopener">
      View on site
    </a>
  );
}
