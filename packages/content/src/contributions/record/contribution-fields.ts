import { datetime, integer, json, reference, text } from '@colophon/core';
import { CONTRIBUTION_CHANNELS, CONTRIBUTION_STATUSES, INTAKE_DECISIONS, SENDER_PROOFS, TEXT_FORMATS } from './enumerations.ts';
import type { IntakeReason } from './intake-package.ts';
import { IntakeReasons } from './reasons-schema.ts';
import { LANGUAGE_TAG } from '../../record/language.ts';

/** The stored fields of a contribution. */
export const contributionFields = {
  contributorId: reference('content_contributors', { required: true, onDelete: 'restrict' }),
  contributionTypeKey: text({ required: true, maxLength: 100 }),
  status: text({ values: CONTRIBUTION_STATUSES, default: 'submitted', readOnly: true }),
  intakeDecision: text({ values: INTAKE_DECISIONS, default: 'quarantine', readOnly: true }),
  intakeReasons: json<IntakeReason[]>({
    default: [],
    schema: IntakeReasons as never,
    readOnly: true,
    description: 'The reasons for the decision of intake: a list of {code, detail, attachment}.',
  }),
  channel: text({ values: CONTRIBUTION_CHANNELS, default: 'web', readOnly: true }),
  title: text({ maxLength: 1000, personal: true, search: 'A' }),
  description: text({ maxLength: 20_000, personal: true, search: 'B' }),
  body: text({ default: '', maxLength: 200_000, personal: true, listed: false, search: 'D' }),
  bodyFormat: text({ values: TEXT_FORMATS, default: 'text' }),
  language: text({
    maxLength: 35,
    pattern: LANGUAGE_TAG,
    personal: true,
    description: 'A BCP 47 language tag such as en or pt-BR.',
  }),
  senderProof: text({ values: SENDER_PROOFS, default: 'none', readOnly: true, description: 'How the sender was verified.' }),
  editorNotes: text({
    maxLength: 20_000,
    personal: true,
    findableBy: 'editor',
    description: 'Internal notes of the editors.',
  }),
  requestedChanges: text({
    maxLength: 20_000,
    personal: true,
    readOnly: true,
    description: 'The changes that editors requested; visible to the contributor.',
  }),
  promotedContentId: reference('contents', { onDelete: 'set null', readOnly: true }),
  revisionCount: integer({ default: 1, minimum: 1, readOnly: true }),
  receivedAt: datetime({ readOnly: true }),
  approvedAt: datetime({ readOnly: true }),
  promotedAt: datetime({ readOnly: true }),
  rejectedAt: datetime({ readOnly: true }),
  withdrawnAt: datetime({ readOnly: true }),
  requestedChangesAt: datetime({ readOnly: true }),
  decidedBy: text({ maxLength: 200, readOnly: true, personal: true, description: 'The person who decided last.' }),
  erasedAt: datetime({ readOnly: true }),
  userId: text({ maxLength: 200, private: true }),
  linkSentAt: datetime({ private: true }),
  threadKey: text({ maxLength: 64, private: true }),
  bylineHash: text({ maxLength: 64, private: true }),
  metadata: json({ default: {}, personal: true, description: 'Custom data; never copied to content.' }),
} as const;
