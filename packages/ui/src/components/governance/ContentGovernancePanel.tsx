import type { ReactElement } from 'react';
import type { ReviewedText } from '../../state/governance/governance.ts';
import type { Finding } from '../../state/records.ts';
import type { RootProps } from '../class-names.ts';
import { Guard } from '../controls/Guard.tsx';
import { type PanelSection, PanelView } from './panel/PanelView.tsx';
import { useGovernance } from './panel/use-governance.ts';

export interface ContentGovernancePanelProps extends RootProps {
  readonly contentId: string;
  /** The profile to check the piece against; default: the publication profile. */
  readonly profileKey?: string;
  /** The sections, in this order; default: all. */
  readonly sections?: readonly PanelSection[];
  /** The sections that are initially open; default: none. */
  readonly openSections?: readonly PanelSection[];
  /** The unsaved text and the revision that it is based on: reviews use it. */
  readonly draft?: () => ReviewedText | null | Promise<ReviewedText | null>;
  /** Shows the quote of a finding. */
  readonly onShowFinding?: (finding: Finding) => void;
  /** Called after a change of the piece. */
  readonly onChange?: () => void;
}

/**
 * The requirements of a piece before publication, with actions for each; and its facts, references,
 * corrections, versions, schedule and transparency report.
 *
 * @example
 * <ContentGovernancePanel contentId={id} sections={['requirements', 'facts']} />
 */
export function ContentGovernancePanel(props: ContentGovernancePanelProps): ReactElement {
  return (
    <Guard>
      <GuardedPanel {...props} />
    </Guard>
  );
}

function GuardedPanel({ contentId, profileKey, ...view }: ContentGovernancePanelProps): ReactElement {
  const { governance, snapshot } = useGovernance({ contentId, profileKey });
  return <PanelView {...view} contentId={contentId} governance={governance} snapshot={snapshot} />;
}
