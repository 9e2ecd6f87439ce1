import { ContentGovernancePanel } from '@colophon/ui/governance';
import type { ReactElement } from 'react';

interface PieceCorrectionsProps {
  readonly id: string;
  readonly onChange: () => void;
}

const SECTIONS = ['corrections', 'transparency'] as const;

/** The corrections of a piece, and what readers are told about it. */
export function PieceCorrections({ id, onChange }: PieceCorrectionsProps): ReactElement {
  return (
    <>
      <h2 className="colo-visually-hidden">What readers are told</h2>
      <ContentGovernancePanel contentId={id} sections={SECTIONS} openSections={SECTIONS} onChange={onChange} />
    </>
  );
}
