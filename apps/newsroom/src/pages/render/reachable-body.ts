/** More columns than fit on a telephone: such a table is scrolled, with the keyboard too. */
const WIDE = 4;

/**
 * Clean HTML as everybody can use it: a picture that its writer says nothing of is passed over instead of read out by its address, and
 * a table that is scrolled sideways can be reached with the keyboard.
 */
export function reachableBody(html: string): string {
  return html
    .replaceAll(/<img(?![^>]*\salt=)(?=[\s>])/g, '<img alt=""')
    .replaceAll(/<table>((?:(?!<\/?table)[\s\S]){0,5000}?<\/tr>)/g, (table, first: string) =>
      (first.match(/<t[hd][\s>]/g) ?? []).length > WIDE ? `<table tabindex="0">${first}` : table,
    );
}
