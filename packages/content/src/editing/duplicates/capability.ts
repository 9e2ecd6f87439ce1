import { type Call, type Caller, hasRole, recordOutput } from '@colophon/core';
import { z } from 'zod';
import { capability } from '../../record/capability.ts';
import type { ContentRecord } from '../../record/content-record.ts';
import { isTenantStaff } from '../../record/staff-access.ts';
import { copyContent } from './copy-content.ts';

const DuplicateInput = z.strictObject({
  title: z.string().min(1).max(1000).optional().describe('The title of the copy; default: that of the original.'),
});
type DuplicateInput = z.infer<typeof DuplicateInput>;

/** Callers who can write drafts can copy records of their own tenant that they can read. */
function mayDuplicate(caller: Caller, record: Readonly<Record<string, unknown>> | undefined): boolean {
  return hasRole(caller, 'contributor') && isTenantStaff(caller, record);
}

/** Duplicates a record as a new draft. */
export const duplicates = capability({
  record: {
    operations: {
      duplicateAction: {
        path: ['duplicate'],
        input: DuplicateInput,
        output: recordOutput(),
        access: mayDuplicate,
        creates: true,
        description: 'Create a draft with the content of the record, its references, facts and assets.',
      },
    },
    methods: {
      /**
       * Creates a draft with the content of the record.
       *
       * @example
       * const draft = await article.duplicateAction({ title: 'Budget 2027' });
       * draft.status; // 'draft'
       */
      async duplicateAction<R extends ContentRecord>(this: R, { title }: DuplicateInput = {}, call: Call = this.call): Promise<R> {
        return (await copyContent(this, title === undefined ? {} : { title }, call)) as R;
      },
    },
  },
});
