import { collection, integer, json, object, reference, text } from '@colophon/core';
import { ownTenantAccess } from './access.ts';
import { CONTRIBUTION_CHANNELS, INTAKE_DECISIONS, TEXT_FORMATS } from './enumerations.ts';
import type { IntakeReason } from './intake-package.ts';
import { IntakeReasons } from './reasons-schema.ts';
import { besideContents } from '../../record/beside-contents.ts';

/** The content of a contribution at one time, with the result of intake. Revisions are numbered from 1 and never changed. */
export class ContentContributionRevision extends object(
  {
    contributionId: reference('content_contributions', { required: true, onDelete: 'cascade' }),
    revisionNumber: integer({ required: true, minimum: 1 }),
    channel: text({ values: CONTRIBUTION_CHANNELS, required: true }),
    title: text({ maxLength: 1000, personal: true }),
    description: text({ maxLength: 20_000, personal: true }),
    body: text({ default: '', maxLength: 200_000, personal: true, listed: false }),
    bodyFormat: text({ values: TEXT_FORMATS, default: 'text' }),
    contentHash: text({ required: true, maxLength: 64, description: 'The SHA-256 of the texts and of the hashes of the files, in hex.' }),
    intakeDecision: text({ values: INTAKE_DECISIONS, required: true }),
    intakeReasons: json<IntakeReason[]>({
      default: [],
      schema: IntakeReasons as never,
      description: 'A list of {code, detail, attachment}.',
    }),
    by: text({ values: ['contributor', 'editor', 'application'], required: true, description: 'Who sent it.' }),
  },
  {
    table: 'content_contribution_revisions',
    tenant: true,
    appendOnly: true,
    api: { exclude: ['create'] },
    mcp: { include: ['list', 'get'] },
    cli: { include: ['list', 'get'] },
    access: ownTenantAccess,
    unique: [['contributionId', 'revisionNumber']],
    label: 'Content contribution revisions',
    description: 'The revisions of contributions, oldest first.',
  },
) {}

/** The revisions of all contributions. */
export class ContentContributionRevisions extends collection(ContentContributionRevision, besideContents) {}
