import { type Database, ValidationError } from '@colophon/core';
import { configuredTypes } from './configure.ts';
import { type ContentContributionType, ContentContributionTypes } from './content-contribution-type.ts';
import { ContributionTypeDefinition } from './type-definition.ts';

/** What is stored for a tenant, global ones first. */
export async function persistedTypes(database: Database, tenantId: string | null): Promise<ContentContributionType[]> {
  const tenants = tenantId === null ? [{ tenantId: null }] : [{ tenantId: null }, { tenantId }];
  const found = await new ContentContributionTypes(database).list({ where: { any: tenants }, limit: 1000, orderBy: 'key' });
  return found.toSorted((one, other) => Number(one.tenantId !== null) - Number(other.tenantId !== null));
}

/** The types in force for a tenant: its own go before global ones, and these before what is configured. */
export async function effectiveTypes(database: Database, tenantId: string | null): Promise<ContributionTypeDefinition[]> {
  const stored = (await persistedTypes(database, tenantId)).map(definitionOf);
  return [...new Map([...configuredTypes(), ...stored].map((each) => [each.key, each])).values()];
}

/** @throws ValidationError `unknown_type` when there is no such type for the tenant */
export async function requireType(database: Database, tenantId: string | null, key: string): Promise<ContributionTypeDefinition> {
  const found = (await effectiveTypes(database, tenantId)).find((each) => each.key === key);
  if (found) return found;
  throw new ValidationError(`There is no type of contributions ${key.slice(0, 100)}.`, {
    code: 'unknown_type',
    errors: [{ pointer: '/typeKey', code: 'unknown_type', detail: 'names no type of contributions' }],
    hint: 'GET content-contributions/types/open lists those that are open to you.',
  });
}

function definitionOf(stored: ContentContributionType): ContributionTypeDefinition {
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
  return ContributionTypeDefinition.parse({
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
}
