import { type Call, type Caller, hasRole, recordOutput } from '@colophon/core';
import { z } from 'zod';
import { capability } from '../record/capability.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { isTenantStaff } from '../record/staff-access.ts';
import { copyContent } from './copy-content.ts';

const DuplicateInput = z.strictObject({
  title: z.string().min(1).max(1000).optional().describe('The title of the copy; that of the original when not given.'),
});
type DuplicateInput = z.infer<typeof DuplicateInput>;

/** Whoever may write drafts copies what they may read of their own tenant. */
function mayDuplicate(caller: Caller, record: Readonly<Record<string, unknown>> | undefined): boolean {
  return hasRole(caller, 'contributor') && isTenantStaff(caller, record);
}

/** A record is copied, as the beginning of another. */
export const duplicates = capability({
  record: {
    operations: {
      duplicateAction: {
        path: ['duplicate'],
        input: DuplicateInput,
        output: recordOutput(),
        access: mayDuplicate,
        creates: true,
        description: 'Make a draft that says what the record says, with its references, facts and pictures.',
      },
    },
    methods: {
      /**
       * Makes a draft that says what the record says.
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
