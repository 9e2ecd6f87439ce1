import { type AccessRule, permits } from '../objects/access.ts';
import type { Caller } from '../callers/caller.ts';
import { accessRule } from '../objects/definition.ts';
import type { Operation } from './operation.ts';

/**
 * Returns whether an operation is listed for a caller: in the list of MCP tools, in discovery, and in the OpenAPI document as open to
 * anonymous callers. Listing grants nothing: {@link runOperation} asks the rule again at each call, with the record.
 *
 * A rule that looks at the record, such as one for owners, permits some record to any signed-in caller, as far as can be told without one.
 * A rule that rejects the caller without looking at the record rejects them for every record. Anonymous callers own nothing, so such a rule
 * is not listed for them; what everybody may read is `public`, with `visible` for the rows.
 *
 * A policy of `discoveryRoutes` that is strict about anonymous callers is
 * `(caller, operation) => caller.kind !== 'anonymous' && mayList(operation, caller)`.
 */
export function mayList({ access, resource, scope }: Pick<Operation, 'access' | 'resource' | 'scope'>, caller: Caller): boolean {
  // No record exists for an operation on the collection, so the call is answered as here.
  if (scope === 'collection') return permits(access, caller);
  return mayPermit(access, caller) && mayPermit(accessRule(resource.definition.options, 'read'), caller);
}

/** Returns whether a rule permits the caller to use some record. */
function mayPermit(rule: AccessRule, caller: Caller): boolean {
  if (typeof rule !== 'function' || caller.kind === 'system') return permits(rule, caller);
  if (verdictOf(() => rule(caller, undefined)) === true) return true;
  if (caller.kind === 'anonymous') return false;
  const probe = probeRecord();
  return verdictOf(() => rule(caller, probe.record)) === true || probe.wasRead();
}

/** A rule that cannot do without a record, or with one without values, has no verdict. */
function verdictOf(ask: () => boolean): boolean | undefined {
  try {
    return ask();
  } catch {
    return undefined;
  }
}

/** A record without values that tells whether any of it was looked at. */
function probeRecord(): { readonly record: Readonly<Record<string, unknown>>; readonly wasRead: () => boolean } {
  let wasRead = false;
  const noted = <Value>(value: Value): Value => {
    wasRead = true;
    return value;
  };
  const record = new Proxy<Readonly<Record<string, unknown>>>(
    {},
    {
      get: () => noted(undefined),
      has: () => noted(false),
      ownKeys: () => noted([]),
      getOwnPropertyDescriptor: () => noted(undefined),
    },
  );
  return { record, wasRead: () => wasRead };
}
