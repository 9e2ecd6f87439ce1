import { type Call, ConflictError, itemsOutput, recordOutput } from '@colophon/core';
import { z } from 'zod';
import { capability } from '../../src/record/capability.ts';
import type { ContentRecord } from '../../src/record/content-record.ts';
import { PageInput } from '../../src/record/inputs.ts';
import { NestedList } from '../../src/record/nested-list.ts';
import { isTenantStaff } from '../../src/record/staff-access.ts';
import { type ContentRemark, ContentRemarks } from './content-remark.ts';

const RemarkInput = z.strictObject({ text: z.string().trim().min(1).max(2000).describe('What is remarked.') });
type RemarkInput = z.infer<typeof RemarkInput>;

/** The staff talks about a piece, and a piece with an open question is not archived. */
export const remarks = capability({
  tables: [ContentRemarks],
  async beforeSave(record, { previous, database, call }) {
    if (!previous || record.status !== 'archived' || previous['status'] === 'archived') return;
    const open = await new ContentRemarks(database, call).find({ contentId: record.id, text: 'open question' });
    if (open) throw new ConflictError('A question about this piece is open.', { code: 'open_question' });
  },
  record: {
    operations: {
      listRemarks: {
        method: 'GET',
        path: ['remarks'],
        input: PageInput,
        output: itemsOutput(recordOutput('content_remarks')),
        access: isTenantStaff,
        description: 'List the remarks.',
      },
      addRemark: {
        path: ['remarks'],
        input: RemarkInput,
        output: recordOutput('content_remarks'),
        creates: true,
        description: 'Remark on the piece.',
      },
    },
    methods: {
      /** The remarks, the latest first. */
      async listRemarks(this: ContentRecord, { limit = 50, offset = 0 }: PageInput = {}): Promise<NestedList<ContentRemark>> {
        return new NestedList(await new ContentRemarks(this.database).page({ where: { contentId: this.id }, limit, offset }));
      },

      /** Remarks on the piece, as the caller. */
      addRemark(this: ContentRecord, { text }: RemarkInput, call: Call = this.call): Promise<ContentRemark> {
        const remark = { contentId: this.id, tenantId: this.tenantId, text, author: call.caller.name };
        return new ContentRemarks(this.database, call).add(remark);
      },
    },
  },
});
