import { type Call, NotFoundError, pageOutput, recordOutput } from '@colophon/core';
import { z } from 'zod';
import { capability } from '../record/capability.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { id } from '../record/inputs.ts';
import { NestedList } from '../record/nested-list.ts';
import { CitedAnswer, DriftAnswer } from './answers.ts';
import { attachReference } from './attach-reference.ts';
import { citedBy } from './cited.ts';
import { type ContentReference, ContentReferences } from './content-reference.ts';
import { driftOf, type ReferenceDrift } from './drift.ts';
import { type CitedContent, presentReferences } from './present-references.ts';

const ReferenceInput = z.strictObject({
  targetId: id.describe('The record cited.'),
  targetVersion: z.int().min(1).nullable().optional().describe('The cited version; null removes the pin; if omitted, the pin is kept.'),
});
type ReferenceInput = z.infer<typeof ReferenceInput>;

const TargetInput = z.strictObject({ targetId: id.describe('The record cited.') });
type TargetInput = z.infer<typeof TargetInput>;

/** A record cites others, and shows when they have changed. */
export const references = capability({
  tables: [ContentReferences],
  presence: {
    hasReferences: { table: 'content_references', column: 'source_id' },
    showsReferences: { table: 'content_editions', column: 'contentId', nonZero: 'references' },
  },
  present: presentReferences,
  record: {
    operations: {
      getReferences: {
        method: 'GET',
        path: ['references'],
        output: pageOutput(CitedAnswer),
        description: 'List the cited records, with drift.',
      },
      attachReference: {
        path: ['references'],
        input: ReferenceInput,
        output: recordOutput('content_references'),
        creates: true,
        version: 'optional',
        description: 'Cite another record, or change which version of it is cited.',
      },
      removeReference: {
        method: 'DELETE',
        path: ['references', '{targetId}'],
        input: TargetInput,
        version: 'optional',
        description: 'Stop citing a record.',
      },
      getReferenceDrift: {
        method: 'GET',
        path: ['references', 'drift'],
        output: pageOutput(DriftAnswer),
        description: 'Return the cited and the latest version of each reference.',
      },
    },
    methods: {
      /** Returns the cited records that the caller may see, with drift. */
      async getReferences(this: ContentRecord, call: Call = this.call): Promise<NestedList<CitedContent>> {
        return NestedList.whole(await citedBy(this, call));
      },

      /** Returns the drift of each reference: `{targetId, citedVersion, currentVersion, isDrifted}`. */
      async getReferenceDrift(this: ContentRecord, call: Call = this.call): Promise<NestedList<ReferenceDrift>> {
        return NestedList.whole((await citedBy(this, call)).map(driftOf));
      },

      /** Cites another record. Repeating it keeps the reference, and changes its pin if one is given, including null. */
      addReference(
        this: ContentRecord,
        target: string | { readonly id: string },
        options: { targetVersion?: number | null } = {},
        call: Call = this.call,
      ): Promise<ContentReference> {
        return attachReference(this, { targetId: typeof target === 'string' ? target : target.id, ...options }, call);
      },

      /** Like `addReference`, for external callers. */
      attachReference(this: ContentRecord, input: ReferenceInput, call: Call = this.call): Promise<ContentReference> {
        return attachReference(this, input, call);
      },

      /** Removes a reference. @throws NotFoundError if the record is not cited */
      async removeReference(this: ContentRecord, input: string | TargetInput, call: Call = this.call): Promise<void> {
        const target_id = typeof input === 'string' ? input : input.targetId;
        const found = await new ContentReferences(this.database, call).find({ source_id: this.id, target_id });
        if (!found) throw new NotFoundError(`This record does not cite ${target_id}.`);
        await found.delete();
      },
    },
  },
});
