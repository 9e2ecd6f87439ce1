import { permits } from './access.ts';
import type { Call } from '../callers/call.ts';
import { ForbiddenError, UnauthenticatedError } from '../errors/errors.ts';
import type { ReferenceTarget } from '../fields/field.ts';
import type { Relations } from '../queries/parse-filter.ts';
import { accessRule, type ObjectDefinition } from './definition.ts';
import { findableFields } from './findable-fields.ts';
import { plural, wordsOf } from './names.ts';
import { scopeOf } from './scope.ts';

/**
 * Resolves references for the filters of a call: under the access rule of the target records, and limited to those that the call may see.
 *
 * @param related the definitions of the application's tables; without it, only references that name a class are followed
 */
export function relationsFor(call: Call, related: ((table: string) => ObjectDefinition | undefined) | undefined): Relations {
  return (reference) => {
    const definition = related ? related(reference.table()) : namedBy(reference);
    if (!definition) return undefined;
    requireReadable(definition, call);
    const { table, key, fields } = definition;
    return { table, key, fields: findableFields(fields, call.caller), scope: scopeOf(definition, call) };
  };
}

/** @throws ForbiddenError, or UnauthenticatedError for anonymous callers, if the call may not list these records */
export function requireReadable({ options, className }: ObjectDefinition, { caller }: Call): void {
  if (permits(accessRule(options, 'read'), caller)) return;
  if (caller.kind === 'anonymous') throw new UnauthenticatedError();
  throw new ForbiddenError(`You are not allowed to read ${plural(wordsOf(className))}, nor to filter others by them.`);
}

function namedBy({ named }: ReferenceTarget): ObjectDefinition | undefined {
  return (named?.() as { readonly definition?: ObjectDefinition } | undefined)?.definition;
}
