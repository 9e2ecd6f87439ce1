import type { Call, JsonObject } from '@colophon/core';
import type { Byline } from '../bylines/disclosure.ts';
import { evaluateBy, policiesOf, storedOf } from '../reviews/evaluate.ts';
import { notReady } from '../reviews/not-ready.ts';
import { readEvidence } from '../reviews/evidence.ts';
import { type AccountBasis, freezeTransparency } from '../transparency/build-transparency.ts';
import { createVersion } from '../versions/create-version.ts';
import { lockCitedVersions } from '../versions/lock-versions.ts';
import type { FreezeOptions, FrozenVersion } from '../editions/freeze-edition.ts';
import { AUTHORED_FIELDS } from '../record/content-record.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { ownFieldsOf } from '../record/own-fields.ts';
import { type ResolvedGovernance, resolveGovernanceOf } from '../governance/resolve.ts';
import { effectiveProfiles } from '../governance/load-definitions.ts';
import { lockContent } from '../record/lock-content.ts';

/** What is said of the publication of a record that is being saved. */
export const summaries = new WeakMap<ContentRecord, string>();

/** A save checked by the gate: the caller and the record. */
interface Save {
  readonly previous: Readonly<Record<string, unknown>> | undefined;
  readonly changed: readonly string[];
  readonly call: Call;
}

/**
 * Returns whether a save makes something public: it publishes a record, or changes the content of a published one. Any other save (drafts,
 * saves without changes) passes without reading governance.
 */
export function publishes(content: ContentRecord, { previous, changed }: Omit<Save, 'call'>): boolean {
  if (content.status !== 'published') return false;
  return (
    previous?.['status'] !== 'published' ||
    [...AUTHORED_FIELDS, ...ownFieldsOf(content).map(([name]) => name)].some((name) => changed.includes(name))
  );
}

/** The data that the gate read of a record being published: its account is built from this, without reading again. */
export interface PassedGate extends AccountBasis {
  readonly governance: ResolvedGovernance;
}

/**
 * Rejects a publication that is not ready, if an assignment enforces readiness.
 *
 * What it reads cannot change until the ambient transaction ends: no verdict on the record, no supersession of a linked fact, and no new
 * version of a cited record.
 *
 * @returns what it read; undefined if the record is not governed
 * @throws ValidationError `publish_readiness` with `profileKey` and `blockingRequirements`
 */
export async function holdAtGate(content: ContentRecord): Promise<PassedGate | undefined> {
  const { database } = content;
  const governance = await resolveGovernanceOf(database, content);
  if (!governance.isGoverned) return undefined;
  if (content.isStored) {
    await lockContent(database, content.id);
    await lockCitedVersions(database, content.id);
  }
  const definitions = await effectiveProfiles(database, content.tenantId);
  const profileKey = governance.publicationProfileKey ?? '';
  const profile = definitions.profiles.find((each) => each.key === profileKey);
  const policies = profile ? policiesOf(profile, definitions.policies) : [];
  const evidence = await readEvidence(database, storedOf([content]), policies, { account: true, locked: true });
  if (governance.enforcePublishReadiness) {
    const { ready, blockingRequirements } = await evaluateBy(evidence, content, profileKey, definitions);
    if (!ready) throw notReady('published', profileKey, blockingRequirements);
  }
  return { governance, evidence, definitions };
}

/** What is recorded of a publication besides what its gate read. */
interface RecordedPublication {
  readonly bylines: readonly Byline[];
  readonly first: boolean;
  readonly summary?: string | undefined;
}

/** Creates the publication version of a governed record, with the transparency that its gate saw. @returns it */
export async function recordPublication(
  content: ContentRecord,
  passed: PassedGate,
  { bylines, first, summary = summaries.get(content) ?? (first ? 'Published.' : 'Published with changes.') }: RecordedPublication,
  call: Call,
): Promise<FrozenVersion> {
  const frozen = await freezeTransparency(content, { governance: passed.governance, basis: passed, bylines }, call);
  const { id, created_at, metadata } = await createVersion(content, { kind: 'publication', summary, bylines, ...frozen }, call);
  // As stored, which is what is signed.
  return { id, createdAt: created_at, evidence: (metadata as JsonObject)['transparency'] as object };
}

/** Returns the links of a record that its gate read. */
export function linksOf({ evidence }: PassedGate, id: string): FreezeOptions['known'] {
  return { facts: evidence.facts.get(id) ?? [], references: evidence.references.get(id) ?? [] };
}
