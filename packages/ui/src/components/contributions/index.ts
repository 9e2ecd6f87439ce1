export { ContentContributionForm } from './ContentContributionForm.tsx';
export type { ContentContributionFormProps } from './ContentContributionForm.tsx';
export { ContentContributionInbox } from './ContentContributionInbox.tsx';
export type { ContentContributionInboxProps } from './ContentContributionInbox.tsx';
export { ContentContributionPortal } from './ContentContributionPortal.tsx';
export type { ContentContributionPortalProps } from './ContentContributionPortal.tsx';
export { ContentContributionTypeManager } from './ContentContributionTypeManager.tsx';
export type { ContentContributionTypeManagerProps } from './ContentContributionTypeManager.tsx';
export { ContentContributorManager } from './ContentContributorManager.tsx';
export type { ContentContributorManagerProps } from './ContentContributorManager.tsx';
export type {
  ContributionRecord,
  ContributionType,
  ContributorRecord,
  OpenContributionType,
  SubmitResult,
  WebSubmission,
} from '../../state/contributions/records.ts';
export { currentFilesOf } from '../../state/contributions/records.ts';
