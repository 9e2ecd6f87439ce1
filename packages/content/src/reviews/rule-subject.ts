import type { UsedAsset } from '../assets/replace-assets.ts';
import type { LinkedFact } from '../facts/latest-facts.ts';
import type { ReferenceDrift } from '../references/drift.ts';

/** The data that the checks use. */
export interface RuleSubject {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly facts: readonly LinkedFact[];
  readonly references: readonly ReferenceDrift[];
  readonly assets: readonly UsedAsset[];
}
