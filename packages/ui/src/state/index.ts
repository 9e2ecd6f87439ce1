export { selectorOf } from './comments/comment-records.ts';
export type { CommentRecord, CommentSelector, CommentThread } from './comments/comment-records.ts';
export { createComments } from './comments/comments.ts';
export type { CommentInput, Comments, CommentsSnapshot } from './comments/comments.ts';
export { createChatSession } from './assistant/chat-session.ts';
export type { ChatMessage, ChatThread } from './assistant/chat-records.ts';
export type { ChatSession, ChatSnapshot } from './assistant/chat-session.ts';
export { shownChanges, updatesOf } from './assistant/proposal.ts';
export type { Proposal, ProposedChange, ShownChange } from './assistant/proposal.ts';
export { assistantContext } from './assistant/context.ts';
export type { AssistantContext, ContextExtras, DraftField } from './assistant/context.ts';
export { registerAssistant } from './assistant/registration.ts';
export type { AssistantActions, AssistantRegistrar, AssistantRegistration, RegisterAssistantOptions } from './assistant/registration.ts';
export type { CopyPlace, DraftCopies, DraftCopy } from './draft/draft-copies.ts';
export type { Present } from './draft/draft-presence.ts';
export type { DraftConnection, DraftPhase, DraftSnapshot } from './draft/draft-snapshot.ts';
export type { AppliedStep, UndoResult } from './editor/change-stack.ts';
export type { ContentEditorStateOptions, SaveOutcome } from './editor/editor-options.ts';
export type { EditorProblem } from './editor/editor-problem.ts';
export type { EditorSnapshot, SaveStatus } from './editor/editor-snapshot.ts';
export type { PublishOptions } from './editor/editor-saving.ts';
export { createContentEditorState } from './editor/editor-state.ts';
export type { ContentEditorState } from './editor/editor-state.ts';
export { ASSISTANT_FIELDS } from './editor/field-updates.ts';
export type { FieldUpdates, UpdateSource } from './editor/field-updates.ts';
export { FIELD_NAMES, formOf } from './editor/form.ts';
export type { FieldName, FormFields } from './editor/form.ts';
export { ImageSelectionError, resolveContentEditorImageSelection } from './editor/image-selection.ts';
export type { ImageSelectionOptions } from './editor/image-selection.ts';
export { getContentEditorAssetImageSource } from './editor/image-source.ts';
export type { PictureLike } from './editor/image-source.ts';
export { createLocalDrafts } from './editor/local-draft.ts';
export type { DraftFate } from './editor/found-drafts.ts';
export type { DraftPlace, DraftStorage, FoundDraft, LocalDraft, LocalDrafts } from './editor/local-draft.ts';
export type { Links } from './editor/save-links.ts';
export type { SavePayload } from './editor/save-record.ts';
export type { ColophonClient } from './client-port.ts';
export { duplicateContent } from './duplicate.ts';
export { followJobs } from './jobs/follow-jobs.ts';
export type { FollowJobsOptions, TabChannel, TabLocks } from './jobs/follow-jobs.ts';
export type { JobView } from './jobs/job-book.ts';
export { anchorFinding } from './governance/findings-anchor.ts';
export type { FindingAnchor } from './governance/findings-anchor.ts';
export { createGovernance, reviewDraftOf } from './governance/governance.ts';
export type { GovernanceOf, GovernanceOptions, GovernanceSnapshot, ReviewedText, Verdict } from './governance/governance.ts';
export type {
  AssignmentDefinition,
  GovernanceDefinitions,
  GovernedState,
  PolicyDefinition,
  PolicyRule,
  ProfileDefinition,
  RuleCheck,
} from './governance/definitions.ts';
export { createJobs } from './jobs/job-binding.ts';
export type { JobBinding, Jobs, JobsSnapshot, JobSubmission } from './jobs/job-binding.ts';
export type { BulkProgress, RowOutcome } from './list/bulk.ts';
export type { BulkAction } from './list/bulk-actions.ts';
export { createReviewAction, createStatusAction, createTagAction, deleteContents } from './list/bulk-actions.ts';
export type { BulkRun } from './list/bulk-jobs.ts';
export { createContentList } from './list/content-list.ts';
export type { ContentListSnapshot, ContentListState } from './list/content-list.ts';
export { NO_CHOICES } from './list/list-query.ts';
export type { ContentListQuery, ContentRow, ListChoices, ListFilter, ListOrder, ListSort } from './list/list-query.ts';
export { readListAddress, writeListAddress } from './list/list-url.ts';
export type { ListAddress, ListView } from './list/list-url.ts';
export type { Fields } from './fields.ts';
export { carryFields } from './merge/carry-fields.ts';
export type { CarriedFields } from './merge/carry-fields.ts';
export { answeredText, mergeTexts } from './merge/three-way.ts';
export type { MergePart, TextAnswer } from './merge/three-way.ts';
export { diffWords } from './merge/word-diff.ts';
export type { DiffPart } from './merge/word-diff.ts';
export type {
  AssetRecord,
  BodyFormat,
  ContentPermissions,
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
  Person,
  PublicCorrection,
  Readiness,
  ReferenceDrift,
  RequirementState,
  Review,
  ReviewKind,
  ReviewStatus,
  StaffFields,
  Transparency,
  VersionKind,
} from './records.ts';
export { createStore } from './store.ts';
export type { Store, WritableStore } from './store.ts';
export { directionOf, formatFor } from './text/format.ts';
export type { Format } from './text/format.ts';
export { languageTag } from './text/language-tag.ts';
export { safeLinkAddress, safePictureAddress } from './text/safe-address.ts';
export { languageToMark, readTranslations } from './translations.ts';
export type { Translation } from './translations.ts';
export { searchOf as searchOfView } from './list/server-views.ts';
export { keptPieces } from './editor/kept-pieces.ts';
export type { KeptPiece } from './editor/kept-pieces.ts';
