/** The symbol under which decorators store metadata of a class; it is created on runtimes without decorator metadata. */
const METADATA: symbol = ((Symbol as { metadata?: symbol }).metadata ??= Symbol('Symbol.metadata'));

/** The key of the operations in the metadata of a class. */
export const DECORATED_OPERATIONS = Symbol('operations');

/** Returns the operations that a class declares, in `operations` or by decorators. */
export function declaredOperationsOf(owner: { readonly operations?: object }): [string, object][] {
  const metadata = (owner as unknown as Record<symbol, Record<symbol, object> | undefined>)[METADATA];
  return Object.entries({ ...owner.operations, ...metadata?.[DECORATED_OPERATIONS] });
}
