import type { Call } from '@colophon/core';

/** Returns the same call in the tenant of the record that it writes: a person owns their sessions in all tenants. */
export function actingIn(call: Call, tenantId: string | null): Call {
  return call.caller.kind === 'system' ? call : { ...call, caller: { ...call.caller, tenantId } };
}
