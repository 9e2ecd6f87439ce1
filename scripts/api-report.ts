import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Manifest {
  readonly exports: Readonly<Record<string, { readonly types?: string } | string>>;
}

/**
 * Returns the API of a built package as text: each entry point, and below it every name that it exports, types marked as such. Stored next
 * to the package as `api.txt`, it makes added, removed and renamed exports visible to reviewers.
 *
 * @param folder of the package, built
 * @throws Error if declarations do not end in one list of exports, which is how the build writes them
 */
export async function apiReport(folder: string): Promise<string> {
  const { exports } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;
  const parts: string[] = [];
  for (const [entryPoint, target] of Object.entries(exports)) {
    if (typeof target === 'string' || target.types === undefined) continue;
    const names = exportedNames(await readFile(join(folder, target.types), 'utf8'));
    if (names === undefined) throw new Error(`${target.types} does not end with a list of exports.`);
    parts.push([entryPoint, ...names.map((name) => `  ${name}`)].join('\n'));
  }
  return `${parts.join('\n\n')}\n`;
}

function exportedNames(declarations: string): string[] | undefined {
  const [, list] = /^export \{([^}]*)\};\s*(?:\/\/.*\s*)?$/m.exec(declarations) ?? [];
  return list
    ?.split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .map(publicName)
    .sort((a, b) => (a < b ? -1 : 1));
}

/** `type Inner as Outer` is exported as `Outer (type)`. */
function publicName(item: string): string {
  const isType = item.startsWith('type ');
  const name = item
    .replace(/^type /, '')
    .split(' as ')
    .at(-1);
  return isType ? `${name} (type)` : `${name}`;
}
