/** Where decorators leave what they say about a class; runtimes without decorator metadata get the symbol made. */
const METADATA: symbol = ((Symbol as { metadata?: symbol }).metadata ??= Symbol('Symbol.metadata'));

/** The key of the operations in the metadata of a class. */
export const DECORATED_OPERATIONS = Symbol('operations');

/** The operations that a class declares, by its `operations` or by decorators. */
export function declaredOperationsOf(owner: { readonly operations?: object }): [string, object][] {
  const metadata = (owner as unknown as Record<symbol, Record<symbol, object> | undefined>)[METADATA];
  return Object.entries({ ...owner.operations, ...metadata?.[DECORATED_OPERATIONS] });
}
