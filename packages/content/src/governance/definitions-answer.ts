import type { Database } from '@colophon/core';
import type { Definitions } from './definitions.ts';
import { overlaidDefinitions, persistedDefinitions, type TenantId } from './load-definitions.ts';

/** The effective definitions of a tenant, and those of them that are stored. */
export interface DefinitionsAnswer {
  readonly effective: Definitions;
  readonly persisted: Definitions;
}

export async function answerDefinitions(database: Database, tenantId: TenantId): Promise<DefinitionsAnswer> {
  const persisted = await persistedDefinitions(database, tenantId);
  return { effective: overlaidDefinitions(database, persisted), persisted };
}
