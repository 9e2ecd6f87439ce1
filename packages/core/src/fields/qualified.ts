/**
 * The stored form of a field with the option `qualified`: a record of a tenant has the tenant and a slash before the value that people
 * write and see, so that each tenant can have a value of its own in a column that is unique for all. The value itself has no slash.
 */
const SEPARATOR = '/';

/** Returns the stored form of a value of a tenant; that of a global one is the value itself. */
export function qualify(tenantId: string | null, value: string): string {
  return tenantId === null ? value : `${tenantId}${SEPARATOR}${value}`;
}

/** Returns the value as it is shown, without its tenant. */
export function unqualified(stored: string): string {
  return stored.slice(stored.lastIndexOf(SEPARATOR) + 1);
}

/** Returns the tenant in a stored value; null for a global one. */
export function tenantIn(stored: string): string | null {
  const end = stored.lastIndexOf(SEPARATOR);
  return end === -1 ? null : stored.slice(0, end);
}

/** Returns a value of a field as it is shown. */
export function shownValue(field: { readonly qualified: boolean } | undefined, value: unknown): unknown {
  return field?.qualified === true && typeof value === 'string' ? unqualified(value) : value;
}
