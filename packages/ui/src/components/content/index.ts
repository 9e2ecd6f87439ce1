export { ContentReviewStatusTray } from './ContentReviewStatusTray/ContentReviewStatusTray.tsx';
export type { ContentReviewStatusTrayProps, ReviewStatusItem } from './ContentReviewStatusTray/ContentReviewStatusTray.tsx';
export { MergeView } from './MergeView/MergeView.tsx';
export type { MergeViewProps } from './MergeView/MergeView.tsx';
