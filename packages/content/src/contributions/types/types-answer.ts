import { type Call, ColophonError, type Database, hasRole } from '@colophon/core';
import { z } from 'zod';
import { CONTRIBUTION_CHANNELS } from '../record/enumerations.ts';
import type { ContentContributionType } from './content-contribution-type.ts';
import { effectiveTypes, persistedTypes } from './load-types.ts';
import { ContributionTypeDefinition } from './type-definition.ts';

/** The result of `getContributionTypesAction`. */
export const TypesAnswer = z.object({
  effective: z.array(ContributionTypeDefinition),
  persisted: z.array(z.looseObject({ id: z.string(), key: z.string() })),
});

/** The types in force, and those of them that are stored. */
export interface TypesOfTenant {
  readonly effective: readonly ContributionTypeDefinition[];
  readonly persisted: readonly ContentContributionType[];
}

const OpenType = z.object({
  key: z.string(),
  label: z.string().nullable(),
  allowedChannels: z.array(z.enum(CONTRIBUTION_CHANNELS)),
  allowText: z.boolean(),
  allowFiles: z.boolean(),
  allowEmptyText: z.boolean(),
  maxFiles: z.int(),
  maxTotalBytes: z.int(),
  allowedMimePatterns: z.array(z.string()),
  proofOfWork: z.boolean(),
});
/** The public part of a contribution type: what it accepts, without the rules for rejection. */
export type OpenType = z.infer<typeof OpenType>;

/** The result of `openTypes`. */
export const OpenTypesAnswer = z.object({ items: z.array(OpenType) });

/** Returns the contribution types of a tenant. */
export async function typesOfTenant(database: Database, tenantId: string | null): Promise<TypesOfTenant> {
  return { effective: await effectiveTypes(database, tenantId), persisted: await persistedTypes(database, tenantId) };
}

/**
 * Returns the largest total of file bytes that a type open to the caller accepts: files that no type accepts are not stored.
 *
 * @throws ColophonError 403 `nothing_taken`
 */
export async function requireUploads(database: Database, call: Call): Promise<number> {
  const sizes = (await openTypes(database, call)).filter(({ allowFiles }) => allowFiles).map(({ maxTotalBytes }) => maxTotalBytes);
  const isEditor = hasRole(call.caller, 'editor');
  if (sizes.length > 0 || isEditor) return isEditor ? Number.POSITIVE_INFINITY : Math.max(...sizes);
  throw new ColophonError(403, 'nothing_taken', 'No contribution type that is open to you accepts files.', {
    hint: 'GET content-contributions/types/open lists the open types.',
  });
}

/** Returns the types that the caller can submit by web. */
export async function openTypes(database: Database, { caller }: Call): Promise<OpenType[]> {
  const open = (await effectiveTypes(database, caller.tenantId)).filter(
    ({ enabled, allowedChannels, openTo }) =>
      enabled && allowedChannels.includes('web') && (openTo === 'anyone' || caller.kind !== 'anonymous'),
  );
  return open.map(({ key, label, allowedChannels, allowText, allowFiles, allowEmptyText, proofOfWork, intakeRules }) => ({
    key,
    label: label ?? null,
    allowedChannels,
    allowText,
    allowFiles,
    allowEmptyText,
    proofOfWork,
    maxFiles: intakeRules.maxFiles,
    maxTotalBytes: intakeRules.maxTotalBytes,
    allowedMimePatterns: intakeRules.allowedMimePatterns,
  }));
}
