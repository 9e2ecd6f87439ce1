import type { Call } from '@colophon/core';

/** The same call, in the tenant of the record that it writes: sessions of all tenants are a person's own. */
export function actingIn(call: Call, tenantId: string | null): Call {
  return call.caller.kind === 'system' ? call : { ...call, caller: { ...call.caller, tenantId } };
}
