/** Escapes data for a script element: nothing in it can end the element, begin a comment or break a line. */
export function dataBlock(data: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(data).replaceAll(/[<>&\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
