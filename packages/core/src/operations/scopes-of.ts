import type { Scope } from '../callers/scopes.ts';
import type { Effects } from '../registry/operation-options.ts';
import type { Operation } from './operation.ts';

const OF_EFFECTS: Readonly<Record<Effects, Scope>> = { read: 'read', write: 'write', destructive: 'delete' };

/**
 * Returns the scopes that an agent needs to run an operation, as far as they follow from the operation itself. What follows from the values,
 * such as publishing, is required where they are saved.
 */
export function scopesOf({ effects, access }: Pick<Operation, 'effects' | 'access'>): readonly Scope[] {
  return access === 'admin' ? [OF_EFFECTS[effects], 'admin'] : [OF_EFFECTS[effects]];
}
