import { capability } from '../record/capability.ts';
import { dateUndatedPublications } from './date-undated.ts';
import { holdAtGate, type PassedGate, publishes, recordPublication } from './publish-gate.ts';

/** The key under which the gate passes what it read to the end of the save. */
const PASSED = Symbol('passed the gate');

/**
 * The gate: no save publishes a record that an assignment holds back until it is ready, and every publication of a governed record creates
 * a version with its transparency, in the transaction of the save.
 */
export const publishing = capability({
  async beforeSave(record, context) {
    if (publishes(record, context)) context.kept.set(PASSED, await holdAtGate(record));
  },
  async afterSave(record, context) {
    const passed = context.kept.get(PASSED) as PassedGate | undefined;
    if (passed && publishes(record, context))
      await recordPublication(record, passed, context.previous?.['status'] !== 'published', context.call);
  },
  sweeps: [dateUndatedPublications],
});
