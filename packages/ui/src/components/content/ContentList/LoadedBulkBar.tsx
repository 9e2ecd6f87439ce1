import { type ReactElement, useState } from 'react';
import { Loaded } from '../../controls/Loaded.tsx';
import type { BulkBarProps } from './BulkBar.tsx';

const loadBar = () => import('./BulkBar.tsx');

/** The bulk actions for a selection, loaded with the first selection and kept mounted for their report. */
export function LoadedBulkBar(props: BulkBarProps): ReactElement | null {
  const [isWanted, setIsWanted] = useState(false);
  if (!isWanted && props.rows.length > 0) setIsWanted(true);
  return isWanted ? <Loaded load={loadBar}>{({ BulkBar }) => <BulkBar {...props} />}</Loaded> : null;
}
