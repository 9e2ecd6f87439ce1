/** The form of a media type, without parameters. */
const DECLARED_TYPE = /^[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}\/[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}$/;

/**
 * Returns the declared media type of a file as type and subtype; null for anything else. Parameters are dropped: they may contain names.
 *
 * @example
 * declaredType('Text/Plain; name="ada.txt"'); // 'text/plain'
 * declaredType('a text by Ada'); // null
 */
export function declaredType(given: string | null | undefined): string | null {
  const type = (given ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  return DECLARED_TYPE.test(type) ? type : null;
}
