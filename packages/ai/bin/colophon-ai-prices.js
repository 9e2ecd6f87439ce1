#!/usr/bin/env node
// Prints what a newer table of prices would change: colophon-ai-prices <data.json of genai-prices, or the JSON of LiteLLM>
import { readFile } from 'node:fs/promises';
import { comparePrices, priceTableDate, readPrices } from '@colophon/ai';

const [file, ...rest] = process.argv.slice(2);
if (file === undefined || rest.length > 0 || file.startsWith('-')) {
  process.stderr.write('Usage: colophon-ai-prices <file>, a table of genai-prices (data.json) or of LiteLLM\n');
  process.exitCode = 2;
} else {
  try {
    const book = await readPrices(JSON.parse(await readFile(file, 'utf8')));
    const amount = (value) => (value === undefined ? 'none' : `$${value}`);
    for (const change of comparePrices(book)) {
      process.stdout.write(`${change.kind} ${change.model} ${change.amount}: ${amount(change.shipped)} -> ${amount(change.table)}\n`);
    }
    for (const { kind, model, outcome, reason } of book.problems) process.stderr.write(`${outcome}: ${kind} ${model}: ${reason}\n`);
    process.stderr.write(`${book.source}, ${book.date ?? 'without a date'}, compared with the prices of ${priceTableDate}\n`);
  } catch (error) {
    process.stderr.write(`${file}: ${error instanceof Error ? error.message : 'cannot be read'}\n`);
    process.exitCode = 1;
  }
}
