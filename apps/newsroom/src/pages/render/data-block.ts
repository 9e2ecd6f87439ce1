/** Data as a script element holds it: nothing in it ends the element, begins a comment or breaks a line of it. */
export function dataBlock(data: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(data).replaceAll(/[<>&\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
