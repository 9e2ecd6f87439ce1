import { endEditions, freezeEdition } from '../editions/freeze-edition.ts';
import { type Call, recordOutput, requireScope } from '@colophon/core';
import type { Job } from '@colophon/core/jobs';
import { keepBylines } from '../bylines/keep-bylines.ts';
import { EditionAnswer } from '../editions/answers.ts';
import { type PublishedEdition, publishedEdition } from '../editions/published-edition.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { bulkJob, submitBulkChange } from '../editing/bulk-changes/bulk-change.ts';
import { capability, type ContentCollection } from '../record/capability.ts';
import { publishAgainChange, PublishAgainInput } from './publish-again.ts';
import { dateUndatedPublications } from './date-undated.ts';
import { publishContent, PublishInput } from './publish-content.ts';
import { holdAtGate, linksOf, type PassedGate, publishes, recordPublication } from './publish-gate.ts';

/** The key under which the gate passes what it read to the end of the save; undefined for a record that is not governed. */
const GATE = Symbol('publication gate');

/**
 * The gate: no save publishes a record that an assignment holds back until it is ready, and every publication is recorded in the transaction
 * of the save as the edition that readers get; of a governed record also as a version with its transparency.
 */
export const publishing = capability({
  async beforeSave(record, context) {
    if (!publishes(record, context)) return;
    record.tagsAsPublished = null;
    context.kept.set(GATE, await holdAtGate(record));
  },
  async afterSave(record, context) {
    const wasPublished = context.previous?.['status'] === 'published';
    if (wasPublished && record.status !== 'published') await endEditions(record, context.call);
    if (!context.kept.has(GATE) || !publishes(record, context)) return;
    const passed = context.kept.get(GATE) as PassedGate | undefined;
    const bylines = await keepBylines(record, { isNew: context.created });
    const version = passed && (await recordPublication(record, passed, { bylines, first: !wasPublished }, context.call));
    const publishedAt = version?.createdAt ?? context.call.now().toISOString();
    const isFirst = (context.previous?.['firstPublishedAt'] ?? null) === null;
    const known = passed && linksOf(passed, record.id);
    await freezeEdition(record, context.call, { version, publishedAt, wasPublished, created: context.created, isFirst, bylines, known });
  },
  sweeps: [dateUndatedPublications],
  jobs: (open) => [bulkJob(open, publishAgainChange)],
  collection: {
    operations: {
      publishAgainAction: {
        path: ['publish-again'],
        input: PublishAgainInput,
        output: recordOutput('jobs'),
        access: 'editor',
        accepts: true,
        description: 'Publish many records again that have changed since, each through its gate, as a job; at first only report on each.',
      },
    },
    methods: {
      /** Submits a job that publishes records again, or (by default) reports which would be; its result reports on each. */
      publishAgainAction(this: ContentCollection, input: PublishAgainInput, call: Call = this.call): Promise<Job> {
        requireScope(call, 'publish');
        return submitBulkChange(publishAgainChange, this, input, call);
      },
    },
  },
  record: {
    operations: {
      publishAction: {
        path: ['publish'],
        input: PublishInput,
        output: EditionAnswer,
        access: 'editor',
        version: 'optional',
        description: 'Publish the record, or publish it again with everything that it shows now.',
      },
    },
    methods: {
      /** Publishes the record, or publishes it again: readers get what it is now, after its gate. @throws ValidationError `publish_readiness` */
      publishAction(this: ContentRecord, input: PublishInput = {}, call: Call = this.call): Promise<PublishedEdition> {
        return publishContent(this, input, call).then(publishedEdition);
      },
    },
  },
});
