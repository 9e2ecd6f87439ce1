import { recordUnversionedPublication } from '../versions/record-publication.ts';
import { capability } from '../record/capability.ts';
import { dateUndatedPublications } from './date-undated.ts';
import { holdAtGate, type PassedGate, publishes, recordPublication } from './publish-gate.ts';

/** The key under which the gate passes what it read to the end of the save; undefined for a record that is not governed. */
const GATE = Symbol('publication gate');

/**
 * The gate: no save publishes a record that an assignment holds back until it is ready, and every publication is recorded in
 * the transaction of the save: of a governed record as a version with its transparency, of any other as the digest of its text.
 */
export const publishing = capability({
  async beforeSave(record, context) {
    if (publishes(record, context)) context.kept.set(GATE, await holdAtGate(record));
  },
  async afterSave(record, context) {
    if (!context.kept.has(GATE) || !publishes(record, context)) return;
    const passed = context.kept.get(GATE) as PassedGate | undefined;
    if (passed) await recordPublication(record, passed, context.previous?.['status'] !== 'published', context.call);
    else await recordUnversionedPublication(record, context);
  },
  sweeps: [dateUndatedPublications],
});
