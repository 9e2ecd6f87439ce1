import type { ReactElement } from 'react';
import type { Fields } from '../../state/merge/field-merge.ts';
import type { Finding } from '../../state/records.ts';
import type { RootProps } from '../class-names.ts';
import { Guard } from '../controls/Guard.tsx';
import { type PanelSection, PanelView } from './panel/PanelView.tsx';
import { useGovernance } from './panel/use-governance.ts';

export interface ContentGovernancePanelProps extends RootProps {
  readonly contentId: string;
  /** The profile that the piece is held against; the one for publishing by default. */
  readonly profileKey?: string;
  /** What is shown, in this order; everything by default. */
  readonly sections?: readonly PanelSection[];
  /** Sections that stand open from the beginning; none by default. */
  readonly openSections?: readonly PanelSection[];
  /** What is on the screen and not stored, and the revision that it is based on: it is what is reviewed. */
  readonly draft?: () => { readonly rev: number | null; readonly draft?: Fields | null } | null;
  /** Goes to the words of a finding. */
  readonly onShowFinding?: (finding: Finding) => void;
  /** Called after the piece was changed here. */
  readonly onChange?: () => void;
}

/**
 * How a piece stands to what is asked of it before it is published, with what can be done about each; and its facts, references,
 * corrections, versions, dates, and what readers will be told.
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
