import type { Call } from '../callers/call.ts';
import { both, type Filter, where } from '../queries/filter.ts';
import type { ObjectDefinition } from './definition.ts';

/**
 * Returns the filter of the rows that a call may see: those of its tenant and global ones, restricted by the definition's `visible` rule.
 * The application itself sees everything.
 */
export function scopeOf(definition: ObjectDefinition, call: Call): Filter | undefined {
  if (call.caller.kind === 'system') return undefined;
  return both(tenantScope(definition, call.caller.tenantId), definition.options.access?.visible?.(call));
}

function tenantScope(definition: ObjectDefinition, tenantId: string | null): Filter | undefined {
  if (!definition.tenant) return undefined;
  const global = where('tenantId', 'null', true);
  return tenantId === null ? global : { kind: 'any', filters: [where('tenantId', 'eq', tenantId), global] };
}
