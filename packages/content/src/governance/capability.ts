import type { Call } from '@colophon/core';
import { z } from 'zod';
import { capability, type ContentCollection } from '../record/capability.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { GovernedAnswer, StandingDefinitionsAnswer } from './answers.ts';
import { ContentGovernanceAssignments, ContentGovernancePolicies, ContentGovernanceProfiles } from './definition-objects.ts';
import { answerDefinitions, type DefinitionsAnswer } from './definitions-answer.ts';
import { answerGovernance, type GovernanceAnswer, type ResolvedGovernance, resolveGovernanceOf } from './resolve.ts';

const ResolveInput = z.strictObject({
  type: z.string().min(1).max(100).describe('A type of content, such as article.'),
  variant: z.string().max(200).optional(),
});
type ResolveInput = z.infer<typeof ResolveInput>;

/** Policies, profiles and assignments define what content needs before it is published. */
export const governance = capability({
  tables: [ContentGovernancePolicies, ContentGovernanceProfiles, ContentGovernanceAssignments],
  record: {
    operations: {},
    methods: {
      /** Resolves how the record's type and variant are governed. */
      resolveGovernance(this: ContentRecord): Promise<ResolvedGovernance> {
        return resolveGovernanceOf(this.database, this);
      },
    },
  },
  collection: {
    operations: {
      getGovernanceDefinitionsAction: {
        method: 'GET',
        path: ['governance'],
        output: StandingDefinitionsAnswer,
        access: 'viewer',
        description: 'The effective policies, profiles and assignments, and those that are stored.',
      },
      resolveGovernanceAction: {
        method: 'GET',
        path: ['governance', 'resolve'],
        input: ResolveInput,
        output: GovernedAnswer,
        access: 'viewer',
        description: 'How a type and variant of content are governed.',
      },
    },
    methods: {
      /** Returns the effective policies, profiles and assignments of the caller's tenant, and those of them that are stored. */
      getGovernanceDefinitionsAction(this: ContentCollection, call: Call = this.call): Promise<DefinitionsAnswer> {
        return answerDefinitions(this.database, call.caller.tenantId);
      },

      /** Resolves how a type and variant are governed in the caller's tenant. */
      resolveGovernanceAction(this: ContentCollection, input: string | ResolveInput, call: Call = this.call): Promise<GovernanceAnswer> {
        const { type, variant } = typeof input === 'string' ? { type: input, variant: undefined } : input;
        return answerGovernance(this.database, { type, variant, tenantId: call.caller.tenantId });
      },
    },
  },
});
