export type { ColumnChoice, ContentColumn } from './ContentList/columns.tsx';
export { ContentList } from './ContentList/ContentList.tsx';
export type { ContentListProps } from './ContentList/ContentList.tsx';
export { ContentReviewStatusTray } from './ContentReviewStatusTray/ContentReviewStatusTray.tsx';
export type { ContentReviewStatusTrayProps, ReviewStatusItem } from './ContentReviewStatusTray/ContentReviewStatusTray.tsx';
export { MergeView } from './MergeView/MergeView.tsx';
export type { MergeViewProps } from './MergeView/MergeView.tsx';
