import type { ReactElement } from 'react';
import type { CorrectionType } from '../../state/records.ts';
import { useColophon } from '../provider/colophon-context.ts';

interface WithdrawnLabelProps {
  /** As in `GET /contents`; nothing is shown unless the piece was retracted. */
  readonly latestCorrection: CorrectionType | null | undefined;
}

/** Marks a retracted piece beside its title: its status still is published. */
export function WithdrawnLabel({ latestCorrection }: WithdrawnLabelProps): ReactElement | null {
  const { messages } = useColophon();
  if (latestCorrection !== 'retraction') return null;
  return (
    <span className="colo-label colo-withdrawn" data-tone="danger">
      {messages['list.withdrawn']}
    </span>
  );
}
