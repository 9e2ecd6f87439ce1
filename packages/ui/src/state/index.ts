export type { ColophonClient } from './client-port.ts';
export { followJobs } from './jobs/follow-jobs.ts';
export type { FollowJobsOptions, TabChannel, TabLocks } from './jobs/follow-jobs.ts';
export type { JobView } from './jobs/job-book.ts';
export { createJobs } from './jobs/job-binding.ts';
export type { JobBinding, Jobs, JobsSnapshot, JobSubmission } from './jobs/job-binding.ts';
export { mergeFields } from './merge/field-merge.ts';
export type { FieldMerge, Fields, MergeAnswer, MergeQuestion } from './merge/field-merge.ts';
export { answeredText, mergeTexts } from './merge/three-way.ts';
export type { MergePart, TextAnswer } from './merge/three-way.ts';
export { diffWords } from './merge/word-diff.ts';
export type { DiffPart } from './merge/word-diff.ts';
export type {
  AssetRecord,
  BodyFormat,
  ContentRecord,
  ContentState,
  ContentStatus,
  CorrectionType,
  FactRelationship,
  FactSource,
  FactStatus,
  Finding,
  Json,
  JsonObject,
  PublicCorrection,
  Readiness,
  ReferenceDrift,
  RequirementState,
  Review,
  ReviewKind,
  ReviewStatus,
  Transparency,
  VersionKind,
} from './records.ts';
export { createStore } from './store.ts';
export type { Store, WritableStore } from './store.ts';
export { directionOf, formatFor } from './text/format.ts';
export type { Format } from './text/format.ts';
export { languageTag } from './text/language-tag.ts';
export { safeLinkAddress, safePictureAddress } from './text/safe-address.ts';
