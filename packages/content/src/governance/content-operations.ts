import { isOfTheHouse } from './house-access.ts';
import { CorrectionInput } from '../corrections/content-correction.ts';
import { ReviewsInput } from '../reviews/batch/reviews-input.ts';
import { ProfileKeyInput, ReadinessInput, ReviewInput } from '../reviews/review-input.ts';
import * as inputs from './inputs.ts';

const house = isOfTheHouse;

/** The operations on one record that concern its history and what it leans on. */
export const linkOperations = {
  listVersions: {
    method: 'GET',
    path: ['versions'],
    input: inputs.PageInput,
    access: house,
    description: 'List the versions, the latest first.',
  },
  mutateVersionAction: {
    path: ['versions'],
    input: inputs.VersionInput,
    creates: true,
    description: 'Keep the record as it stands as a version.',
  },
  diffVersions: {
    method: 'GET',
    path: ['versions', 'diff'],
    input: inputs.DiffInput,
    access: house,
    description: 'Compare two versions, or one with the record as it stands: fields, and the body word by word.',
  },
  restoreVersion: {
    path: ['versions', '{versionId}', 'restore'],
    input: inputs.VersionIdInput,
    version: 'optional',
    description: 'Give the record what one of its versions has; publishing rules apply.',
  },
  getReferences: { method: 'GET', path: ['references'], description: 'List what the record cites, with drift.' },
  attachReference: {
    path: ['references'],
    input: inputs.ReferenceInput,
    creates: true,
    description: 'Cite another record, or change which version of it is cited.',
  },
  removeReference: {
    method: 'DELETE',
    path: ['references', '{targetId}'],
    input: inputs.TargetInput,
    description: 'Stop citing a record.',
  },
  getReferenceDrift: {
    method: 'GET',
    path: ['references', 'drift'],
    description: 'Say of each reference which version it cites and which is the latest.',
  },
  getFactsState: { method: 'GET', path: ['facts'], access: house, description: 'The linked facts with their links.' },
  syncFactsState: { method: 'PUT', path: ['facts'], input: inputs.SyncFactsInput, description: 'Link exactly these facts.' },
  getFacts: {
    method: 'GET',
    path: ['facts', 'list'],
    input: inputs.FactsInput,
    access: house,
    description: 'List the linked facts, each as what stands for it now.',
  },
  getFactLinks: { method: 'GET', path: ['facts', 'links'], access: house, description: 'List the links to facts.' },
  linkFact: { path: ['facts'], input: inputs.FactLinkInput, creates: true, description: 'Link a fact.' },
  getAssets: { method: 'GET', path: ['assets'], input: inputs.AssetsInput, access: house, description: 'List the assets in use.' },
  attachAsset: { path: ['assets'], input: inputs.AssetUseInput, creates: true, description: 'Use an asset.' },
  detachAsset: { method: 'DELETE', path: ['assets', '{assetId}'], input: inputs.AssetRemovalInput, description: 'Stop using an asset.' },
  listScheduleRuns: {
    method: 'GET',
    path: ['schedule'],
    input: inputs.PageInput,
    access: house,
    description: 'What came of the dates for publication, the latest first.',
  },
  governanceState: { method: 'GET', path: ['governance'], access: house, description: 'How the record is governed.' },
} as const;

/** The operations on one record that concern its reviews, corrections and transparency. */
export const reviewOperations = {
  listReviews: {
    method: 'GET',
    path: ['reviews'],
    input: inputs.PageInput,
    access: house,
    description: 'List the reviews, the latest first.',
  },
  runReviewAction: {
    path: ['reviews'],
    input: ReviewInput,
    creates: true,
    // It waits for an AI; what it writes has a transaction of its own.
    transaction: false,
    background: true,
    version: 'optional',
    description: 'Review the record, or an edit of it, under a policy; with status, give a verdict as the person who calls.',
  },
  listReviewProfilesAction: {
    method: 'GET',
    path: ['review-profiles'],
    access: house,
    description: 'How the record stands to every profile.',
  },
  evaluateReviewProfile: {
    method: 'GET',
    path: ['review-profiles', '{profileKey}'],
    input: ProfileKeyInput,
    access: house,
    description: 'How the record stands to one profile.',
  },
  listCorrections: { method: 'GET', path: ['corrections'], description: 'List the corrections, in the order they were issued.' },
  issueCorrectionAction: {
    path: ['corrections'],
    input: CorrectionInput,
    access: 'editor',
    creates: true,
    description: 'Issue a correction on something published; the text stays as it is.',
  },
  getPublishedTransparencyAction: {
    method: 'GET',
    path: ['transparency'],
    description: 'The transparency as it was frozen at the latest publication.',
  },
  previewTransparencyAction: {
    method: 'GET',
    path: ['transparency', 'preview'],
    access: house,
    description: 'The transparency as it would be frozen now.',
  },
  transparencyJsonLd: {
    method: 'GET',
    path: ['transparency', 'json-ld'],
    mediaType: 'application/ld+json',
    description: 'The published transparency as schema.org JSON-LD.',
  },
} as const;

/** The operations on all content that concern facts and governance. */
export const governanceOperations = {
  browseFacts: {
    method: 'GET',
    path: ['facts'],
    input: inputs.BrowseFactsInput,
    access: 'viewer',
    description: 'Browse and search the catalog of facts.',
  },
  getGovernanceDefinitionsAction: {
    method: 'GET',
    path: ['governance'],
    access: 'viewer',
    description: 'The policies, profiles and assignments in force, and those that are stored.',
  },
  resolveGovernanceAction: {
    method: 'GET',
    path: ['governance', 'resolve'],
    input: inputs.ResolveInput,
    access: 'viewer',
    description: 'How a type and variant of content are governed.',
  },
  evaluateReadiness: {
    path: ['readiness'],
    effects: 'read',
    input: ReadinessInput,
    access: 'viewer',
    description: 'How many records stand to one profile, at once.',
  },
  runReviewsAction: {
    path: ['reviews'],
    input: ReviewsInput,
    access: 'contributor',
    accepts: true,
    description: 'Review many records under a policy, or under all of a profile, as a job.',
  },
  correctionsFeed: {
    method: 'GET',
    path: ['corrections-feed'],
    input: inputs.FeedInput,
    access: 'public',
    description: 'The latest corrections of all content, as JSON Feed.',
  },
  correctionsAtom: {
    method: 'GET',
    path: ['corrections-atom'],
    input: inputs.FeedInput,
    access: 'public',
    description: 'The latest corrections of all content, as the text of an Atom feed.',
  },
} as const;
