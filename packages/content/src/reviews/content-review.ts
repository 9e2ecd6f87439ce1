import { collection, integer, json, object, reference, text } from '@colophon/core';
import { z } from 'zod';
import { POLICY_KINDS } from '../governance/definitions.ts';
import { AnswerSource } from '../record/answer-sources.ts';
import { recordAccess } from '../record/staff-access.ts';
import { Finding, REVIEW_STATUSES } from './finding.ts';
import { besideContents } from '../record/beside-contents.ts';

/**
 * A verdict on a content record under one policy. It is valid for exactly what was reviewed: if the hash of the text, the policy or, if
 * they were checked, the facts has changed, it is stale.
 */
export class ContentReview extends object(
  {
    contentId: reference('contents', { required: true, onDelete: 'cascade' }),
    sequence: integer({ required: true, minimum: 1, description: 'The position among the reviews of the record, independent of clocks.' }),
    policyKey: text({ required: true, maxLength: 100 }),
    kind: text({ values: POLICY_KINDS, required: true }),
    status: text({ values: REVIEW_STATUSES, required: true }),
    summary: text({ default: '', maxLength: 10_000 }),
    findings: json<Finding[]>({ default: [], schema: z.array(Finding) }),
    reviewer: text({ required: true, description: 'The reviewer: a name, ai, or rules.' }),
    reviewerId: text({ description: 'The id of the person.' }),
    model: text({ description: 'The model of an AI review.' }),
    sources: json<AnswerSource[]>({ schema: z.array(AnswerSource), description: 'What an AI review used, if its model reports it.' }),
    contentHash: text({ required: true, description: 'SHA-256 of the reviewed text.' }),
    policyHash: text({ required: true, description: 'SHA-256 of the policy at that time.' }),
  },
  {
    table: 'content_reviews',
    tenant: true,
    appendOnly: true,
    api: true,
    mcp: { exclude: ['update', 'delete'] },
    cli: { include: ['list', 'get'] },
    access: recordAccess,
    unique: [['contentId', 'sequence']],
    indexes: [['contentId', 'policyKey', '-sequence']],
    label: 'Content reviews',
    description: 'Verdicts on content; they are never changed or deleted.',
  },
) {}

/** The reviews of all content. */
export class ContentReviews extends collection(ContentReview, besideContents) {}
