export { contentAccess, isVisibleToReaders } from './record/access.ts';
export { Content } from './content/content.ts';
export { searchLog } from './search/note-searches.ts';
export { searchTypes } from './search/weights.ts';
export { SearchedTerms } from './search/search-term.ts';
export { SearchSynonyms } from './search/search-synonym.ts';
export { fillSearchWords, readSearchStatus, reindexSearch, type SearchStatus } from './search/search-status.ts';
export type { Facet, SearchAnswer, SearchInput, SearchItem, SearchPassage, SimilarInput, SimilarItem } from './search/search-input.ts';
export { BODY_FORMATS, CONTENT_STATES, CONTENT_STATUSES } from './record/content-fields.ts';
export type { BodyFormat, ContentState, ContentStatus } from './record/content-fields.ts';
export { Articles, ContentDocuments, Contents, contentsOfType, Mirrors } from './content/contents.ts';
export { Article, ContentDocument, Mirror } from './content/subclasses.ts';
export { contentToString } from './markdown/content-to-string.ts';
export type { WritableContent, WriteOptions } from './markdown/content-to-string.ts';
export { parseDate } from './markdown/dates.ts';
export { MarkdownError } from './markdown/markdown-error.ts';
export type { MarkdownFault, MarkdownPlace } from './markdown/markdown-error.ts';
export { stringToContent } from './markdown/string-to-content.ts';
export type { StatedCorrection } from './markdown/stated-corrections.ts';
export type { MarkdownContent } from './markdown/string-to-content.ts';
export { importMarkdownFolder } from './import/import-markdown-folder.ts';
export type { ImportFailure, ImportOptions, ImportProgress, ImportReport, LeftOutValue } from './import/import-markdown-folder.ts';
export { isImportedFolder } from './import/known-posts.ts';
export { importSiteFile } from './import/site/import-site-file.ts';
export { undoImport } from './import/undo/undo-import.ts';
export type { UndoImportOptions, UndoImportReport, UndonePiece } from './import/undo/undo-import.ts';
export { importStaticSite } from './import/static-site/import-static-site.ts';
export type { StaticSiteImportOptions } from './import/static-site/import-static-site.ts';
export { detectStaticSite, SITE_GENERATORS } from './import/static-site/site-settings.ts';
export type { SiteGenerator } from './import/static-site/site-settings.ts';
export type { SiteFileImportOptions, SiteImportOptions } from './import/site/import-site-file.ts';
export type {
  EarlyEnd,
  ItemName,
  ItemOutcome,
  ItemProblem,
  SiteImportReport,
  ShortcodeUse,
  SkippedItems,
  SkipReason,
  TermLeftOut,
  TermsLeftOut,
  TypeCounts,
} from './import/site/import-report.ts';
export type { FileFetcher } from './import/site/apply-files.ts';
export { exportMarkdownFolder } from './import/export-markdown-folder.ts';
export type { ExportOptions } from './import/export-markdown-folder.ts';
export type { LeftOutCounts, LeftOutKind } from './markdown-files/left-out.ts';
export type { WriteFailure, WriteReport } from './markdown-files/write-all.ts';
export { htmlToMarkdown } from './rendering/html-to-markdown.ts';
export { renderBody } from './rendering/render-body.ts';
export type { RenderableBody } from './rendering/renderable-body.ts';
export { Asset, Assets } from './assets/asset.ts';
export { assetFileHandlers } from './assets/asset-file-handlers.ts';
export type { AssetFileHandlers } from './assets/asset-file-handlers.ts';
export type { FileScanner, ScanFinding, ScannedFile } from './assets/file-scanner.ts';
export { assetFilePath, assetFiles, assetFileUrl, MAXIMUM_FILE } from './assets/asset-files.ts';
export type { AssetFiles } from './assets/asset-files.ts';
export { describeAssetFiles } from './assets/describe-asset-files.ts';
export type { GivenAsset } from './assets/given-asset.ts';
export { readPictureOrigins } from './assets/picture-origins.ts';
export type { PictureOrigin } from './assets/picture-origins.ts';
export type { AssetProvenanceAnswer, LoadManifestReader, ManifestReader, PictureManifest } from './assets/picture-provenance.ts';
export { resizesPictures } from './assets/measure-pictures.ts';
export { cropText, isWhole, shownFocal, shownPart, SOCIAL_RATIO, socialPart } from './assets/picture-part.ts';
export type { PicturePart, PixelPart } from './assets/picture-part.ts';
export { isShownAsPicture } from './assets/picture-types.ts';
export type { LoadResizer, PictureResizer, PictureSize } from './assets/picture-resizer.ts';
export { RENDITION_WIDTHS } from './assets/renditions.ts';
export type { RenditionWidth } from './assets/renditions.ts';
export { sweepAssetFiles } from './assets/sweep-files.ts';
export type { FileSweep } from './assets/sweep-files.ts';
export type { AssetContent } from './assets/upload-input.ts';
export { ContentAsset, ContentAssets } from './assets/content-asset.ts';
export { ThumbnailStrategies, thumbnailStrategies } from './thumbnails/thumbnail-strategies.ts';
export type { ThumbnailSettings } from './thumbnails/thumbnail-strategies.ts';
export { createAIIllustrator } from './thumbnails/illustrator.ts';
export type { ContentIllustrator, Illustration, IllustrationRequest, ImageModel } from './thumbnails/illustrator.ts';
export type { LoadPictures, PictureLibrary } from './thumbnails/picture-library.ts';
export type {
  DrawnThumbnail,
  DrawThumbnail,
  StrategySettings,
  ThumbnailPlan,
  ThumbnailRequest,
  ThumbnailSubject,
} from './thumbnails/strategies.ts';
export type { TileFetcher, TileServer } from './thumbnails/tile-server.ts';
export { THUMBNAIL_STRATEGIES } from './thumbnails/thumbnail-options.ts';
export type {
  GenerateMissingThumbnails,
  GenerateThumbnailInput,
  MissingThumbnailsAnswer,
  ThumbnailOptions,
  ThumbnailStrategy,
} from './thumbnails/thumbnail-options.ts';
export { type AIChatOptions, createAIChatModel } from './chat/ai-chat-model.ts';
export type { StreamingModel } from './chat/ai-chat-model.ts';
export { contentChatRoutes } from './chat/chat-routes.ts';
export type { ChatRouteOptions } from './chat/chat-routes.ts';
export { CHAT_MESSAGE_STATUSES, ContentChatMessage, ContentChatMessages } from './chat/chat-message.ts';
export { CHAT_PROPOSAL_STATUSES, ContentChatProposal, ContentChatProposals, PROPOSABLE_FIELDS } from './chat/chat-proposal.ts';
export type { ProposableField, ProposedChange } from './chat/chat-proposal.ts';
export { ContentChatSession, ContentChatSessions } from './chat/chat-session.ts';
export { ContentChatThread, ContentChatThreads } from './chat/chat-thread.ts';
export { contentChat } from './chat/chat-settings.ts';
export type {
  ChatModelEvent,
  ChatModelRequest,
  ChatSettings,
  ChatTool,
  ChosenModel,
  ContentChatModel,
  ModelChoice,
} from './chat/chat-settings.ts';
export type { Decision } from './chat/decide-proposal.ts';
export { CHAT_KEPT, eraseChatOf, exportChatOf } from './chat/erase-chat.ts';
export type { ReplyEvent } from './chat/follow-reply.ts';
export type { Chat } from './chat/capability.ts';
export {
  createContentEditorChatThread,
  getOrCreateContentEditorChatSession,
  listContentEditorChatThreadMessages,
  sendContentEditorChatThreadMessage,
} from './chat/helpers/chat-helpers.ts';
export type { ContentEditorChat, ContentEditorChatReply } from './chat/helpers/chat-helpers.ts';
export { mirrorSettings } from './mirror/mirror-settings.ts';
export type { FetchedPage, MirrorSettings, PageFetcher, PageReader, PageRequest, ReadPage } from './mirror/mirror-settings.ts';
export { ContentMirror, ContentMirrors, ROBOTS_VERDICTS } from './mirror/content-mirror.ts';
export { refreshDueMirrors } from './mirror/refresh-due.ts';
export { CONTENT_EVENT_KINDS, ContentEvents } from './events/content-event.ts';
export type { ContentEventKind } from './events/content-event.ts';
export { numberEvents } from './events/number-events.ts';
export { readContentEvents } from './events/read-events.ts';
export type { EventCursor, NumberedEvent } from './events/read-events.ts';
export { recordEvent } from './events/record-event.ts';
export type { Happening } from './events/record-event.ts';
export { Fact, FACT_STATUSES, Facts } from './facts/fact.ts';
export type { FactStatus } from './facts/fact.ts';
export { FACT_RELATIONSHIPS, FactLink, FactLinks } from './facts/fact-link.ts';
export type { FactRelationship } from './facts/fact-link.ts';
export { configureContentGovernance, contentGovernance, governanceDefinitions, resetContentGovernance } from './governance/configure.ts';
export type { ContentGovernanceConfiguration } from './governance/configure.ts';
export {
  ContentGovernanceAssignment,
  ContentGovernanceAssignments,
  ContentGovernancePolicies,
  ContentGovernancePolicy,
  ContentGovernanceProfile,
  ContentGovernanceProfiles,
} from './governance/definition-objects.ts';
export { GOVERNED_COLLECTIONS } from './content/contents.ts';
export { foldStoredNames } from './governance/fold-stored-names.ts';
export type { FoldedNames, UnfoldedName } from './governance/fold-stored-names.ts';
export { COMMENT_STATUSES, ContentComment, ContentComments } from './comments/content-comment.ts';
export { eraseCommentsOf, exportCommentsOf } from './comments/personal-comments.ts';
export type { CommentThread } from './comments/threads.ts';
export { ContentSavedView, ContentSavedViews } from './editing/saved-views/content-saved-view.ts';
export type { ViewQuery } from './editing/saved-views/content-saved-view.ts';
export { Previews, previews } from './previews/preview-token.ts';
export type { Preview } from './previews/preview.ts';
export type { PreviewMaker, PreviewPage, PreviewSettings } from './previews/preview-token.ts';
export { readTranslations } from './translations/read-translations.ts';
export type { StaffTranslation, TranslationEntry } from './translations/read-translations.ts';
export { contentTranslator, createAITranslator } from './translations/translator.ts';
export type { ContentTranslator, TranslationRequest, TranslatorAnswer } from './translations/translator.ts';
export { eraseDraftsOf, exportDraftsOf } from './drafts/erase-drafts.ts';
export type { DraftWriting } from './drafts/erase-drafts.ts';
export { listUnsavedDrafts } from './drafts/list-drafts.ts';
export type { UnsavedDraft } from './drafts/list-drafts.ts';
export type { OpenedDraft } from './drafts/open-draft.ts';
export type { ShownDraft } from './drafts/read-draft.ts';
export { drafts } from './drafts/record/draft-settings.ts';
export type { DraftSettings } from './drafts/record/draft-settings.ts';
export { beginEpoch, dropDamagedDraft } from './drafts/record/next-epoch.ts';
export { ContentTrash, ContentTrashEntry } from './editing/trash/content-trash.ts';
export { TRASH_KEPT, trashDays } from './editing/trash/keep-removed.ts';
export type { Restored } from './editing/trash/restore-content.ts';
export { peopleNames } from './record/people.ts';
export type { PeopleNames, Person } from './record/people.ts';
export type { ContentPermissions } from './record/permissions.ts';
export { NestedList } from './record/nested-list.ts';
export { ContentReference, ContentReferences } from './references/content-reference.ts';
export type { ReferenceDrift } from './references/drift.ts';
export { ContentVersion, ContentVersions, VERSION_KINDS } from './versions/content-version.ts';
export type { ContentVersionKind } from './versions/content-version.ts';
export type { VersionDifference } from './versions/diff-versions.ts';
export type { Snapshot } from './versions/snapshot.ts';
export { ContentCorrection, ContentCorrections, CORRECTION_TYPES } from './corrections/content-correction.ts';
export type { ContentCorrectionType } from './corrections/content-correction.ts';
export { correctionsAsAtom, correctionsAsJsonFeed, readCorrectionsFeed } from './corrections/corrections-feed.ts';
export { readLatestCorrections } from './corrections/latest-correction.ts';
export type { CorrectionsFeed, FeedEntry } from './corrections/corrections-feed.ts';
export { feedAsAtom } from './feeds/atom.ts';
export { formerPath, formerPathKey } from './record/former-path.ts';
export { contentAddress, contentAddresses, contentSites, contentUrl } from './feeds/content-addresses.ts';
export type { AddressedContent } from './feeds/content-addresses.ts';
export type { Feed, FeedItem, FeedPlace } from './feeds/feed.ts';
export { feedAsJson } from './feeds/json-feed.ts';
export type { JsonFeed, JsonFeedItem } from './feeds/json-feed.ts';
export { feedAsRss } from './feeds/rss.ts';
export { feedLinks } from './feeds/feed-links.ts';
export { escapeXml } from './feeds/xml.ts';
export { ContentReview, ContentReviews } from './reviews/content-review.ts';
export { evaluateContentPublishReadiness } from './reviews/publish-readiness.ts';
export type { ProfileEvaluation, RequirementEvaluation } from './reviews/evaluate.ts';
export { REVIEW_STATUSES } from './reviews/finding.ts';
export type { Finding, ReviewStatus } from './reviews/finding.ts';
export { contentReviewer } from './reviews/reviewer.ts';
export type { ContentReviewer, ReviewerAnswer, Reviewing, ReviewRequest } from './reviews/reviewer.ts';
export { readShown } from './editions/read-shown.ts';
export { requireAsPublished, shownToReaders } from './editions/shown-to-readers.ts';
export { currentEdition, currentEditions } from './editions/record/current-editions.ts';
export type { Edition } from './editions/record/current-editions.ts';
export { accountCredentials, credentialAddress } from './record/account-credentials.ts';
export type { CredentialSettings } from './record/account-credentials.ts';
export type { AnsweredCredential } from './credentials/capability.ts';
export { loggedEditions } from './credentials/logged-editions.ts';
export { signAllAccounts, signPending } from './credentials/sign-pending.ts';
export { contentMigrations } from './migrations/content-migrations.ts';
export { principlesUrl, publishingPrinciples } from './transparency/publishing-principles.ts';
export type { PublishedTransparency } from './transparency/published-transparency.ts';
export type { Transparency } from './transparency/transparency.ts';
export { type AIReviewerOptions, createAIReviewer } from './reviews/ai-reviewer.ts';
export type { StructuredModel } from './reviews/ai-reviewer.ts';
export { ContentScheduleRun, ContentScheduleRuns } from './editing/scheduling/content-schedule-run.ts';
export type { ScheduleReport } from './editing/scheduling/carry-out-schedule.ts';
export { runSchedule, startScheduler } from './work/run-schedule.ts';
export type { SchedulerOptions } from './work/run-schedule.ts';
export { CONTENT_COLLECTIONS } from './work/content-collections.ts';
export { contentJobs } from './work/content-jobs.ts';
export { contentRoutes, describeContentRoutes } from './work/content-routes.ts';
export { startContentWork, sweepContent } from './work/content-work.ts';
export type { ContentWorkOptions } from './work/content-work.ts';
export type { Route, RouteOptions, SitePage, WorkSettings } from './record/capability.ts';
export { readAuthoredContent } from './personal-data/authored.ts';
export type { AuthoredContent } from './personal-data/authored.ts';
export { erasePerson, exportPerson } from './personal-data/personal-data.ts';
export { zipPersonalData } from './contributions/people/zip-person.ts';
export type { PersonErasure, PersonExport, PersonInContent } from './personal-data/personal-data.ts';
export { pruneVersions } from './versions/prune-versions.ts';
export {
  CONTRIBUTION_CHANNELS,
  CONTRIBUTION_STATUSES,
  INTAKE_DECISIONS,
  SENDER_PROOFS,
  TRUST_LEVELS,
} from './contributions/record/enumerations.ts';
export type {
  ContributionChannel,
  ContributionStatus,
  IntakeDecision,
  SenderProof,
  TrustLevel,
} from './contributions/record/enumerations.ts';
export { ContentContribution } from './contributions/content-contribution.ts';
export { ContentContributions } from './contributions/content-contributions.ts';
export { ContentContributionRevision, ContentContributionRevisions } from './contributions/record/content-contribution-revision.ts';
export { CONTRIBUTION_COLLECTIONS } from './contributions/contribution-collections.ts';
export { ContentContributionAttachment, ContentContributionAttachments } from './contributions/files/content-contribution-attachment.ts';
export { decideIntake } from './contributions/intake/decide.ts';
export type { Intake } from './contributions/intake/decide.ts';
export type { IntakeFile, IntakePackage, IntakeReason, IntakeReasonCode } from './contributions/record/intake-package.ts';
export { ContributionSecret, contributionSecret } from './contributions/record/keys.ts';
export { challengeBits } from './contributions/submission/challenge.ts';
export { createContributionLink } from './contributions/create-contribution-link.ts';
export { endContributionLinks } from './contributions/links/contribution-link.ts';
export type { ContributionLink } from './contributions/links/contribution-link.ts';
export { contributorAccounts } from './contributions/people/accounts.ts';
export type { AccountAddress } from './contributions/people/accounts.ts';
export { inboundMail, inboundMailSettings } from './contributions/mail/inbound-mail-settings.ts';
export type {
  InboundMailSettings,
  MailLimits,
  InboundMessage,
  InboundSender,
  TrustedRelay,
} from './contributions/mail/inbound-mail-settings.ts';
export { ContentInboundMail, ContentInboundMails, INBOUND_OUTCOMES } from './contributions/record/content-inbound-mail.ts';
export type { InboundOutcome } from './contributions/record/content-inbound-mail.ts';
export { contributionMessageId } from './contributions/mail/message-ids.ts';
export { ingestEmailContribution } from './contributions/ingest-email-contribution.ts';
export type { MailIngested, RawMail } from './contributions/mail/ingest-mail.ts';
export { contributionReplyAddress, isInboundRecipient } from './contributions/mail/recipients.ts';
export { ContentContributor, ContentContributors } from './contributions/people/content-contributor.ts';
export type { ErasureReport } from './contributions/people/erase.ts';
export type { PersonalData } from './contributions/people/export-person.ts';
export type { PromotionResult } from './contributions/content-contribution.ts';
export type { PromotedAsset } from './contributions/promotion/promote.ts';
export { CONTRIBUTIONS_KEPT, sweepContributions } from './contributions/retention.ts';
export type { ContributionEventKind } from './contributions/record/tell-of-contribution.ts';
export { CONTRIBUTION_ACTIONS } from './contributions/record/states.ts';
export type { ContributionAction } from './contributions/record/states.ts';
export { submitWebContribution } from './contributions/submit-web-contribution.ts';
export type { WebContribution, WebContributionResult } from './contributions/submit-web-contribution.ts';
export {
  configureContentContributions,
  contributionTypes,
  contributionTypesOf,
  resetContentContributions,
} from './contributions/types/configure.ts';
export type { ContributionConfiguration } from './contributions/types/configure.ts';
export { ContentContributionType, ContentContributionTypes } from './contributions/types/content-contribution-type.ts';
export type { ContributionTypeDefinition, ContributionTypeInput } from './contributions/types/type-definition.ts';
export { ownChecks } from './reviews/own-checks.ts';
export type { CheckFault, OwnCheck } from './reviews/own-checks.ts';
