import { ModelNotFoundError } from '../errors/errors.ts';
import type { VendorRow } from '../interface/vendor-row.ts';

/** The day on which the models in the table of vendors were last compared with the vendors' pages. */
export const modelTableDate = '2026-11-22';

/**
 * Rejects a model that its vendor has switched off, before anything is sent.
 *
 * @throws ModelNotFoundError naming the day and a replacement.
 */
export function refuseRetired({ kind, retired }: Pick<VendorRow, 'kind' | 'retired'>, model: string | undefined, today = new Date()): void {
  if (model === undefined) return;
  const day = today.toISOString().slice(0, 10);
  const entry = retired?.find((candidate) => candidate.model.test(model) && candidate.since <= day);
  if (entry === undefined) return;
  throw new ModelNotFoundError(`${kind}: the model '${model}' was switched off on ${entry.since}. Use ${entry.instead}.`, {
    provider: kind,
  });
}
