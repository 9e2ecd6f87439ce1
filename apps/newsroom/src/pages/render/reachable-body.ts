/** More columns than fit on a phone: such a table can be scrolled, also with the keyboard. */
const WIDE = 4;

/**
 * Makes sanitized HTML accessible: a picture without alternative text is skipped instead of announced by its address, and a table that
 * scrolls sideways can be reached with the keyboard.
 */
export function reachableBody(html: string): string {
  return html
    .replaceAll(/<img(?![^>]*\salt=)(?=[\s>])/g, '<img alt=""')
    .replaceAll(/<table>((?:(?!<\/?table)[\s\S]){0,5000}?<\/tr>)/g, (table, first: string) =>
      (first.match(/<t[hd][\s>]/g) ?? []).length > WIDE ? `<table tabindex="0">${first}` : table,
    );
}
