import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { AICapabilities } from '../src/index.ts';
import { VENDORS } from '../src/vendors/vendors.ts';

const DOCS = path.join(import.meta.dirname, '../../../docs/ai/vendors.md');
const [BEGIN, END] = ['<!-- capabilities -->', '<!-- end of capabilities -->'];
type Flag = { [Name in keyof AICapabilities]: AICapabilities[Name] extends boolean ? Name : never }[keyof AICapabilities];
const columns: readonly (readonly [heading: string, flag: Flag])[] = [
  ['text', 'chat'],
  ['tools', 'functions'],
  ['pictures in', 'vision'],
  ['PDF in', 'files'],
  ['embeddings', 'embeddings'],
  ['of pictures', 'imageEmbeddings'],
  ['pictures out', 'imageGeneration'],
  ['videos out', 'videoGeneration'],
  ['speech', 'tts'],
  ['transcription', 'transcription'],
  ['reranking', 'reranking'],
  ['background', 'background'],
  ['batches', 'batch'],
];

/** The table of what each vendor can do, written from the rows of the table of vendors. */
function capabilityTable(): string {
  const cells = VENDORS.map((row) => {
    const capabilities = row.capabilities({});
    const flags = columns.map(([, flag]) => (capabilities[flag] ? 'yes' : ''));
    const name = [...row.names, row.kind][0];
    return [`\`${name}\``, ...flags, capabilities.serverTools.map((tool) => `\`${tool}\``).join(', ')];
  });
  const headings = ['', ...columns.map(([heading]) => heading), 'server tools'];
  const widths = headings.map((heading, index) => Math.max(3, heading.length, ...cells.map((row) => (row[index] ?? '').length)));
  const line = (row: readonly string[]): string => `| ${row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [line(headings), rule, ...cells.map(line)].join('\n');
}

it('the table of capabilities in docs/ai/vendors.md is that of the vendors (UPDATE_DOCS=1 writes it)', async () => {
  const text = await readFile(DOCS, 'utf8');
  const [start, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  expect([start, end].every((place) => place > 0)).toBe(true);
  const written = `${text.slice(0, start)}${BEGIN}\n\n${capabilityTable()}\n\n${text.slice(end)}`;
  if (process.env['UPDATE_DOCS'] === '1') await writeFile(DOCS, written);
  else expect(text).toBe(written);
});
