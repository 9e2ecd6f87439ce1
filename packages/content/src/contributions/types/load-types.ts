import { type Database, ValidationError } from '@colophon/core';
import { configuredTypes } from './configure.ts';
import { type ContentContributionType, ContentContributionTypes } from './content-contribution-type.ts';
import { ContributionTypeDefinition } from './type-definition.ts';

/** Returns the types stored for a tenant, global ones first. */
export async function persistedTypes(database: Database, tenantId: string | null): Promise<ContentContributionType[]> {
  const tenants = tenantId === null ? [{ tenantId: null }] : [{ tenantId: null }, { tenantId }];
  const found = await new ContentContributionTypes(database).list({ where: { any: tenants }, limit: 1000, orderBy: 'key' });
  return found.toSorted((one, other) => Number(one.tenantId !== null) - Number(other.tenantId !== null));
}

/** Returns the types in force for a tenant: its own take precedence over global ones, and these over configured ones. */
export async function effectiveTypes(database: Database, tenantId: string | null): Promise<ContributionTypeDefinition[]> {
  // An invalid stored type is not in force, and does not affect the others.
  const stored = (await persistedTypes(database, tenantId)).flatMap((each) => definitionOf(each) ?? []);
  return [...new Map([...configuredTypes(database), ...stored].map((each) => [each.key, each])).values()];
}

/** Returns a type. @throws ValidationError `unknown_type` if there is no such type for the tenant */
export async function requireType(database: Database, tenantId: string | null, key: string): Promise<ContributionTypeDefinition> {
  const found = (await effectiveTypes(database, tenantId)).find((each) => each.key === key);
  if (found) return found;
  throw new ValidationError(`There is no type of contributions ${key.slice(0, 100)}.`, {
    code: 'unknown_type',
    errors: [{ pointer: '/typeKey', code: 'unknown_type', detail: 'names no type of contributions' }],
    hint: 'GET content-contributions/types/open lists those that are open to you.',
  });
}

function definitionOf(stored: ContentContributionType): ContributionTypeDefinition | undefined {
  const {
    key,
    label,
    enabled,
    allowedChannels,
    allowText,
    allowFiles,
    allowEmptyText,
    openTo,
    inboundAddress,
    proofOfWork,
    intakeRules,
    promotion,
  } = stored;
  const read = ContributionTypeDefinition.safeParse({
    key,
    label,
    enabled,
    allowedChannels,
    allowText,
    allowFiles,
    allowEmptyText,
    openTo,
    inboundAddress,
    proofOfWork,
    intakeRules,
    promotion,
  });
  return read.data;
}
