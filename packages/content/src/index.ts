export { contentAccess, isVisibleToReaders } from './content/access.ts';
export { Content } from './content/content.ts';
export { BODY_FORMATS, CONTENT_STATES, CONTENT_STATUSES } from './content/content-fields.ts';
export type { BodyFormat, ContentState, ContentStatus } from './content/content-fields.ts';
export { Articles, ContentDocuments, Contents, Mirrors } from './content/contents.ts';
export { Article, ContentDocument, Mirror } from './content/subclasses.ts';
export { contentToString } from './markdown/content-to-string.ts';
export type { WritableContent, WriteOptions } from './markdown/content-to-string.ts';
export { parseDate } from './markdown/dates.ts';
export { MarkdownError } from './markdown/markdown-error.ts';
export type { MarkdownFault, MarkdownPlace } from './markdown/markdown-error.ts';
export { stringToContent } from './markdown/string-to-content.ts';
export type { MarkdownContent } from './markdown/string-to-content.ts';
export { importMarkdownFolder } from './import/import-markdown-folder.ts';
export type { ImportFailure, ImportOptions, ImportProgress, ImportReport } from './import/import-markdown-folder.ts';
export { exportMarkdownFolder } from './import/export-markdown-folder.ts';
export type { ExportOptions } from './import/export-markdown-folder.ts';
export type { WriteFailure, WriteReport } from './import/write-all.ts';
export { htmlToMarkdown } from './rendering/html-to-markdown.ts';
export { renderBody } from './rendering/render-body.ts';
export type { RenderableBody } from './rendering/render-body.ts';
export { Asset, Assets } from './assets/asset.ts';
export { assetFileHandlers } from './assets/asset-file-handlers.ts';
export type { AssetFileHandlers } from './assets/asset-file-handlers.ts';
export { assetFileUrl, configureAssetFiles, MAXIMUM_FILE } from './assets/asset-files.ts';
export type { AssetFiles } from './assets/asset-files.ts';
export { describeAssetFiles } from './assets/describe-asset-files.ts';
export type { GivenAsset } from './assets/given-asset.ts';
export { sweepAssetFiles } from './assets/sweep-files.ts';
export type { FileSweep } from './assets/sweep-files.ts';
export type { AssetContent } from './assets/upload-input.ts';
export { ContentAsset, ContentAssets } from './assets/content-asset.ts';
export { Fact, FACT_STATUSES, Facts } from './facts/fact.ts';
export type { FactStatus } from './facts/fact.ts';
export { FACT_RELATIONSHIPS, FactLink, FactLinks } from './facts/fact-link.ts';
export type { FactRelationship } from './facts/fact-link.ts';
export { configureContentGovernance, resetContentGovernance } from './governance/configure.ts';
export type { ContentGovernanceConfiguration } from './governance/configure.ts';
export {
  ContentGovernanceAssignment,
  ContentGovernanceAssignments,
  ContentGovernancePolicies,
  ContentGovernancePolicy,
  ContentGovernanceProfile,
  ContentGovernanceProfiles,
} from './governance/definition-objects.ts';
export { GOVERNED_COLLECTIONS } from './governance/governed-collections.ts';
export { foldStoredNames } from './governance/fold-stored-names.ts';
export type { FoldedNames, UnfoldedName } from './governance/fold-stored-names.ts';
export { NestedList } from './governance/nested-list.ts';
export { ContentReference, ContentReferences } from './references/content-reference.ts';
export type { ReferenceDrift } from './references/drift.ts';
export { ContentVersion, ContentVersions, VERSION_KINDS } from './versions/content-version.ts';
export type { ContentVersionKind } from './versions/content-version.ts';
export type { VersionDifference } from './versions/diff-versions.ts';
export type { Snapshot } from './versions/snapshot.ts';
export { ContentCorrection, ContentCorrections, CORRECTION_TYPES } from './corrections/content-correction.ts';
export type { ContentCorrectionType } from './corrections/content-correction.ts';
export { correctionsAsAtom, correctionsAsJsonFeed, readCorrectionsFeed } from './corrections/corrections-feed.ts';
export type { CorrectionsFeed, FeedEntry, FeedPlace } from './corrections/corrections-feed.ts';
export { reviewJobs } from './reviews/batch/review-jobs.ts';
export { ContentReview, ContentReviews } from './reviews/content-review.ts';
export { evaluateContentPublishReadiness } from './reviews/publish-readiness.ts';
export type { ProfileEvaluation, RequirementEvaluation } from './reviews/evaluate.ts';
export { REVIEW_STATUSES } from './reviews/finding.ts';
export type { Finding, ReviewStatus } from './reviews/finding.ts';
export { configureContentReviewer } from './reviews/reviewer.ts';
export type { ContentReviewer, ReviewerAnswer, ReviewRequest } from './reviews/reviewer.ts';
export { configurePublishingPrinciples } from './transparency/publishing-principles.ts';
export type { PublishedTransparency } from './transparency/published-transparency.ts';
export type { Transparency } from './transparency/transparency.ts';
export { createAIReviewer } from './reviews/ai-reviewer.ts';
export type { StructuredModel } from './reviews/ai-reviewer.ts';
export { ContentScheduleRun, ContentScheduleRuns } from './scheduling/content-schedule-run.ts';
export { runSchedule } from './scheduling/run-schedule.ts';
export type { ScheduleReport } from './scheduling/run-schedule.ts';
export { startScheduler } from './scheduling/scheduler.ts';
export type { SchedulerOptions } from './scheduling/scheduler.ts';
export { pruneVersions } from './versions/prune-versions.ts';
