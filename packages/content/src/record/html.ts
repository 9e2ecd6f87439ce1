/** Text that is HTML already. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/**
 * Makes HTML of a template: whatever is put in is escaped, but for HTML made by another template and lists of it.
 *
 * @example
 * html`<p>${'<b>'}</p>`.text; // '<p>&lt;b&gt;</p>'
 */
export function html(strings: TemplateStringsArray, ...values: readonly Part[]): Html {
  return new Html(strings.reduce((made, string, index) => made + textOf(values[index - 1]) + string));
}

type Part = Html | string | number | boolean | null | undefined | readonly Part[];

function textOf(value: Part): string {
  if (value instanceof Html) return value.text;
  if (typeof value === 'object' && value !== null) return value.map(textOf).join('');
  if (value === null || value === undefined || value === false) return '';
  return String(value).replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}
