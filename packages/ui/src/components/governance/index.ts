export { ContentGovernancePanel } from './ContentGovernancePanel.tsx';
export type { ContentGovernancePanelProps } from './ContentGovernancePanel.tsx';
export type { PanelSection } from './panel/PanelView.tsx';
