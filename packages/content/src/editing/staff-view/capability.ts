import { capability, type ContentCollection } from '../../record/capability.ts';
import { type Counts, CountsAnswer, CountsInput, countsOf } from './counts.ts';
import { presentStaffFields } from './present-staff-fields.ts';

/** Additional data for staff: who did what, what the caller may do, and counts. */
export const staffView = capability({
  present: presentStaffFields,
  collection: {
    operations: {
      counts: {
        method: 'GET',
        path: ['counts'],
        input: CountsInput,
        output: CountsAnswer,
        description: 'Count the records that you may read by status, category or type.',
      },
    },
    methods: {
      /** Counts the records that the caller may read by status, category or type. */
      counts(this: ContentCollection, input: CountsInput = {}): Promise<Counts> {
        return countsOf(this, input);
      },
    },
  },
});
