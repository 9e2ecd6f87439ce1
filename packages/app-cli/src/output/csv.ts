import { sanitizeText } from '../io/sanitize.ts';

type Row = Readonly<Record<string, unknown>>;

/** Formats rows as CSV (RFC 4180) with a header; lists and objects are written as JSON. */
export function formatCsv(rows: readonly Row[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [columns.map(csvCell), ...rows.map((row) => columns.map((column) => csvCell(row[column])))];
  return lines.map((line) => `${line.join(',')}\r\n`).join('');
}

function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = sanitizeText(typeof value === 'string' ? value : JSON.stringify(value));
  // A spreadsheet interprets a cell that starts with one of these as a formula; the quote makes it text (OWASP, CSV injection).
  const inert = typeof value === 'string' && /^[=+\-@\t]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
