import { ConflictError, type Database } from '@colophon/core';
import { type Governable, resolveGovernanceOf } from './resolve.ts';

/** @throws ConflictError if no assignment enables fact linking for this type and variant */
export async function requireFactLinking(database: Database, content: Governable): Promise<void> {
  const { factLinkingEnabled } = await resolveGovernanceOf(database, content);
  if (factLinkingEnabled) return;
  throw new ConflictError(`Fact linking is not enabled for ${String(content.type)}.`, {
    code: 'fact_linking_disabled',
    hint: 'An assignment of this type with factLinkingEnabled turns it on.',
  });
}
