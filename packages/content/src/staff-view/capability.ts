import { capability, type ContentCollection } from '../record/capability.ts';
import { type Counts, CountsAnswer, CountsInput, countsOf } from './counts.ts';
import { presentStaffFields } from './present-staff-fields.ts';

/** What those who work on content see besides the records themselves: who did what, what they may do, and how many there are. */
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
      /** How many of the records that the caller may read have each status, category or type. */
      counts(this: ContentCollection, input: CountsInput = {}): Promise<Counts> {
        return countsOf(this, input);
      },
    },
  },
});
