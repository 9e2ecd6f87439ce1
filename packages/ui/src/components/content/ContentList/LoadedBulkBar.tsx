import { type ReactElement, useState } from 'react';
import { useColophon } from '../../provider/colophon-context.ts';
import { useLoaded } from '../../provider/use-loaded.ts';
import type { BulkBarProps } from './BulkBar.tsx';

const loadBar = () => import('./BulkBar.tsx');

/** What can be done to a selection: loaded once anything is selected, and kept for its report from then on. */
export function LoadedBulkBar(props: BulkBarProps): ReactElement | null {
  const [isWanted, setIsWanted] = useState(false);
  if (!isWanted && props.rows.length > 0) setIsWanted(true);
  return isWanted ? <Bar {...props} /> : null;
}

function Bar(props: BulkBarProps): ReactElement | null {
  const { messages } = useColophon();
  const loaded = useLoaded(loadBar);
  if (loaded === null) return null;
  if (loaded === 'failed') return <p className="colo-field-error">{messages['problem.unloaded']}</p>;
  return <loaded.BulkBar {...props} />;
}
