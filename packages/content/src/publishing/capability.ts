import { capability } from '../record/capability.ts';
import { dateUndatedPublications } from './date-undated.ts';
import { holdAtGate, type PassedGate, publishes, recordPublication } from './publish-gate.ts';

/** By what the gate leaves for the end of the save what it read. */
const PASSED = Symbol('passed the gate');

/**
 * The gate: what an assignment holds back until it is ready is not published by any save, and every publication of a governed
 * record leaves a version with its transparency, in the transaction of the save.
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
