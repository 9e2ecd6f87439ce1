import { z } from 'zod';
import { contentAccess } from '../../record/access.ts';
import { CONTENT_STATUSES } from '../../record/content-fields.ts';
import { type BulkChange, bulkInput } from './bulk-change.ts';

export const StatusesInput = z.strictObject({
  ...bulkInput,
  status: z.enum(CONTENT_STATUSES).describe('The new status.'),
});
export type StatusesInput = z.infer<typeof StatusesInput>;

/** Sets the status of records. */
export const statusChange: BulkChange<StatusesInput> = {
  kind: 'contents.set-statuses',
  input: StatusesInput,
  access: contentAccess.update,
  already: 'had the status',
  async plan(record, { status }) {
    if (record.status === status) return null;
    return () => {
      record.status = status;
      return record.save();
    };
  },
};
