/** What a type of file is made of, without parameters. */
const DECLARED_TYPE = /^[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}\/[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}$/;

/**
 * What somebody declared a file to be, as type and subtype; null for anything else. Parameters go: a name may stand there.
 *
 * @example
 * declaredType('Text/Plain; name="ada.txt"'); // 'text/plain'
 * declaredType('a text of Ada'); // null
 */
export function declaredType(given: string | null | undefined): string | null {
  const type = (given ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  return DECLARED_TYPE.test(type) ? type : null;
}
