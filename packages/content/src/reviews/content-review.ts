import { collection, integer, json, object, reference, text } from '@colophon/core';
import { z } from 'zod';
import { POLICY_KINDS } from '../governance/definitions.ts';
import { recordAccess } from '../record/staff-access.ts';
import { Finding, REVIEW_STATUSES } from './finding.ts';

/**
 * A verdict on a record of content under one policy. It holds for exactly what was reviewed: once the text, the policy or,
 * where they were checked, the facts are other than their hashes say, it is stale.
 */
export class ContentReview extends object(
  {
    contentId: reference('contents', { required: true, onDelete: 'cascade' }),
    sequence: integer({ required: true, minimum: 1, description: 'The place among the reviews of the record, whatever clocks say.' }),
    policyKey: text({ required: true, maxLength: 100 }),
    kind: text({ values: POLICY_KINDS, required: true }),
    status: text({ values: REVIEW_STATUSES, required: true }),
    summary: text({ default: '', maxLength: 10_000 }),
    findings: json<Finding[]>({ default: [], schema: z.array(Finding) }),
    reviewer: text({ required: true, description: 'Who gave it: a person by name, ai, or rules.' }),
    reviewerId: text({ description: 'The person by id.' }),
    model: text({ description: 'The model that an AI review was made with.' }),
    contentHash: text({ required: true, description: 'SHA-256 of what was reviewed.' }),
    policyHash: text({ required: true, description: 'SHA-256 of the policy as it was.' }),
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
    description: 'Verdicts on content; they are never changed or removed.',
  },
) {}

/** The reviews of all content. */
export class ContentReviews extends collection(ContentReview) {}
