/** Prints rows as a Markdown table, so that the last one can be copied to the docs. */
export function printTable(headings: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
  console.log(`\n| ${headings.join(' | ')} |\n|${headings.map(() => '---').join('|')}|`);
  for (const row of rows) console.log(`| ${row.map((cell) => (typeof cell === 'number' ? cell.toFixed(2) : cell)).join(' | ')} |`);
}
