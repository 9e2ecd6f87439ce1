import { type Call, ValidationError } from '@colophon/core';
import { evaluateProfile, type RequirementEvaluation } from '../reviews/evaluate.ts';
import { freezeTransparency } from '../transparency/build-transparency.ts';
import { createVersion } from '../versions/create-version.ts';
import { AUTHORED_FIELDS } from '../versions/snapshot.ts';
import type { ContentRecord } from './content-record.ts';
import { type ResolvedGovernance, resolveGovernanceOf } from './resolve.ts';
import { lockContent } from './lock-content.ts';

/** A save that the gate looks at: who is about to publish what. */
interface Save {
  readonly previous: Readonly<Record<string, unknown>> | undefined;
  readonly changed: readonly string[];
  readonly call: Call;
}

/**
 * Whether a save puts something before readers: it publishes a record, or changes what a published one says. Everything
 * else (drafts, saves that change nothing) passes without a look at governance.
 */
export function publishes(content: ContentRecord, { previous, changed }: Omit<Save, 'call'>): boolean {
  if (content.status !== 'published') return false;
  return previous?.['status'] !== 'published' || AUTHORED_FIELDS.some((name) => changed.includes(name));
}

/**
 * Refuses a publication that is not ready, where an assignment enforces it.
 *
 * @returns how the record is governed
 * @throws ValidationError `publish_readiness` with `profileKey` and `blockingRequirements`
 */
export async function holdAtGate(content: ContentRecord): Promise<ResolvedGovernance> {
  const { database } = content;
  const governance = await resolveGovernanceOf(database, content);
  if (!governance.enforcePublishReadiness) return governance;
  // No verdict is written between this look and the end of the save.
  if (content.isStored) await lockContent(database, content.id);
  const profileKey = governance.publicationProfileKey ?? '';
  const { ready, blockingRequirements } = await evaluateProfile(content, profileKey);
  if (!ready) throw notReady('published', profileKey, blockingRequirements);
  return governance;
}

/** Writes the publication version of a governed record, with its transparency as it is at this moment. */
export async function recordPublication(content: ContentRecord, governance: ResolvedGovernance, first: boolean, call: Call): Promise<void> {
  const frozen = await freezeTransparency(content, governance, call);
  await createVersion(content, { kind: 'publication', summary: first ? 'Published.' : 'Published with changes.', ...frozen }, call);
}

/** The refusal of what a profile does not find ready. */
export function notReady(what: 'published' | 'corrected', profileKey: string, blocking: readonly RequirementEvaluation[]): ValidationError {
  const reasons = blocking.map((each) => `${each.label}: ${each.reason ?? 'it is open'}`).join('; ');
  return new ValidationError(`Not ready to be ${what}. ${reasons}.`, {
    code: 'publish_readiness',
    errors: blocking.map((each) => ({ pointer: '/status', code: 'not_ready', detail: `${each.label}: ${each.reason ?? 'it is open'}` })),
    hint: 'Run or record the reviews that are named, on the text as it is to be saved, and try again.',
    extensions: { profileKey, blockingRequirements: blocking },
  });
}
