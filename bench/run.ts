import { readdirSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

// `npm run bench -- rest` runs every benchmark in bench/rest; `npm run bench -- rest/growth` one of them.
const root = import.meta.dirname;
const FOLDERS_WITHOUT_MEASURES = new Set(['soak', 'support', 'node_modules']);
const folders = readdirSync(root, { withFileTypes: true }).filter(
  (entry) => entry.isDirectory() && !FOLDERS_WITHOUT_MEASURES.has(entry.name),
);
const [asked] = process.argv.slice(2);

if (asked === undefined) {
  for (const folder of folders)
    for (const file of measuresIn(folder.name)) console.log(`npm run bench -- ${folder.name}/${file.replace(/\.ts$/, '')}`);
} else {
  const [folder = '', measure] = asked.split('/');
  const files = measuresIn(folder).filter((file) => measure === undefined || file === `${measure}.ts`);
  if (files.length === 0) throw new Error(`There is no bench ${asked}.`);
  console.log(
    `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`,
  );
  for (const file of files) await import(pathToFileURL(join(root, folder, file)).href);
}

/** A benchmark is a script; its helpers are in subfolders or end in `.support.ts`. */
function measuresIn(folder: string): string[] {
  return readdirSync(join(root, folder)).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.support.ts') && !file.endsWith('.test.ts'),
  );
}
