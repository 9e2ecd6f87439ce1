import { ContentGovernancePanel } from '@colophon/ui/governance';
import type { ReactElement } from 'react';

interface PiecePanelProps {
  readonly id: string;
  readonly part: 'governance' | 'corrections';
  readonly onChange: () => void;
}

/** The governance or the corrections of a piece, as a page. */
export function PiecePanel({ id, part, onChange }: PiecePanelProps): ReactElement {
  return (
    <>
      <h2 className="colo-visually-hidden">{part === 'corrections' ? 'What readers are told' : 'Readiness and evidence'}</h2>
      <ContentGovernancePanel
        key={part}
        contentId={id}
        sections={
          part === 'corrections' ? ['corrections', 'transparency'] : ['requirements', 'facts', 'references', 'schedule', 'transparency']
        }
        openSections={part === 'corrections' ? ['corrections', 'transparency'] : ['facts']}
        onChange={onChange}
      />
    </>
  );
}
