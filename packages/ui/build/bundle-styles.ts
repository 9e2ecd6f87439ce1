import { readFileSync } from 'node:fs';

/** The one stylesheet: what the file imports, in its order, without comments and indentation. */
export function bundleStyles(index: URL): string {
  const parts = [...readFileSync(index, 'utf8').matchAll(/@import '([^']+)';/g)].map(([, path = '']) =>
    readFileSync(new URL(path, index), 'utf8'),
  );
  return parts
    .join('\n')
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/\s*\n\s*/g, '\n')
    .trim()
    .concat('\n');
}
