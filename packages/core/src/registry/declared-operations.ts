/** The symbol under which decorators store metadata of a class; it is created on runtimes without decorator metadata. */
const METADATA: symbol = ((Symbol as { metadata?: symbol }).metadata ??= Symbol('Symbol.metadata'));

/** The key of the operations in the metadata of a class. */
export const DECORATED_OPERATIONS = Symbol('operations');

/** Returns the operations that a class declares, in `operations` or by decorators. */
export function declaredOperationsOf(owner: { readonly operations?: object }): [string, object][] {
  const metadata = (owner as unknown as Record<symbol, Record<symbol, object> | undefined>)[METADATA];
  return Object.entries({ ...owner.operations, ...metadata?.[DECORATED_OPERATIONS] });
}

/** Returns whether a class inherited the declaration of an operation's `finds`, but has another method of that name. */
export function isOverridden(owner: Owner, name: string, { finds }: { readonly finds?: unknown }): boolean {
  let declaring: Owner | undefined;
  for (let each: unknown = owner; typeof each === 'function'; each = Object.getPrototypeOf(each)) {
    const declared = declaredOperationsOf(each as unknown as Owner).find(([operation]) => operation === name)?.[1];
    if (declared && (declared as { readonly finds?: unknown }).finds === finds) declaring = each as unknown as Owner;
  }
  return declaring !== undefined && methodOf(declaring, name) !== methodOf(owner, name);
}

interface Owner {
  readonly operations?: object;
  readonly prototype: object;
}

function methodOf({ prototype }: Owner, name: string): unknown {
  return (prototype as Record<string, unknown>)[name];
}
