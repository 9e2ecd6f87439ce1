import { z } from 'zod';
import { changesSince, requireEdition } from '../editions/read-publication.ts';
import { type BulkChange, bulkInput } from '../editing/bulk-changes/bulk-change.ts';
import { publishContent } from './publish-content.ts';
import { holdAtGate } from './publish-gate.ts';

export const PublishAgainInput = z.strictObject({
  ...bulkInput,
  dryRun: z
    .boolean()
    .default(true)
    .describe('Only report which records would be published again, and which their gate holds back.')
    .optional(),
  summary: z.string().max(2000).optional().describe('What was changed, for the list of versions.'),
});
export type PublishAgainInput = z.infer<typeof PublishAgainInput>;

/** Publishes records again that have changed since their publication, each through its own gate. */
export const publishAgainChange: BulkChange<PublishAgainInput> = {
  kind: 'contents.publish-again',
  input: PublishAgainInput,
  access: 'editor',
  already: 'were as readers get them',
  async plan(record, { dryRun = true, summary }) {
    const { call } = record;
    const edition = await requireEdition(record);
    if (record.tagsAsPublished === null && (await changesSince(record, edition, call)).length === 0) return null;
    if (!dryRun) return () => publishContent(record, { summary }, call);
    await holdAtGate(record);
    return () => Promise.resolve();
  },
};
