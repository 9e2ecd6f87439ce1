/**
 * Returns the texts of the elements of a page that have an attribute, by the value of the attribute.
 *
 * @param attribute such as `data-account`
 * @example
 * (await markedText('<h1 data-account="title">Rain</h1>', 'data-account')).get('title'); // ['Rain']
 */
export async function markedText(html: string, attribute: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const { Parser } = await import('htmlparser2');
  const textsByValue = new Map<string, string[]>();
  const open: { readonly parts: string[] | undefined }[] = [];
  const marked: string[][] = [];
  const texts: { readonly value: string; readonly parts: string[] }[] = [];
  const parser = new Parser({
    onopentag(_name, attributes) {
      const value = attributes[attribute];
      const parts = value === undefined ? undefined : [];
      if (value !== undefined && parts) {
        texts.push({ value, parts });
        marked.push(parts);
      }
      open.push({ parts });
    },
    ontext(text) {
      for (const parts of marked) parts.push(text);
    },
    onclosetag() {
      const { parts } = open.pop() ?? {};
      if (parts) marked.splice(marked.indexOf(parts), 1);
    },
  });
  parser.write(html);
  parser.end();
  for (const { value, parts } of texts) textsByValue.set(value, [...(textsByValue.get(value) ?? []), parts.join('')]);
  return textsByValue;
}
