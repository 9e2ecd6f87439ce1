import type { Call } from '../callers/call.ts';
import { type Filter, where } from '../queries/filter.ts';

/** Returns the filter of rows in the caller's own tenant; global rows are for callers who act on global records. */
export function ownTenant({ caller }: Call): Filter | undefined {
  if (caller.kind === 'system') return undefined;
  return caller.tenantId === null ? where('tenantId', 'null', true) : where('tenantId', 'eq', caller.tenantId);
}
