import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Manifest {
  readonly exports: Readonly<Record<string, { readonly types?: string } | string>>;
}

/**
 * What a built package offers, as text: each way into it, and below it every name that it exports, a type marked as one. Kept
 * beside the package as `api.txt`, it makes a name that comes, goes or is renamed part of the change that a reviewer reads.
 *
 * @param folder of the package, built
 * @throws Error where declarations do not end in one list of exports, which is how the build writes them
 */
export async function apiReport(folder: string): Promise<string> {
  const { exports } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;
  const parts: string[] = [];
  for (const [way, target] of Object.entries(exports)) {
    if (typeof target === 'string' || target.types === undefined) continue;
    const names = exportedNames(await readFile(join(folder, target.types), 'utf8'));
    if (names === undefined) throw new Error(`${target.types} ends in no list of exports.`);
    parts.push([way, ...names.map((name) => `  ${name}`)].join('\n'));
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
    .sort((one, other) => (one < other ? -1 : 1));
}

/** `type Inner as Outer` is offered as `Outer (type)`. */
function publicName(item: string): string {
  const isType = item.startsWith('type ');
  const name = item
    .replace(/^type /, '')
    .split(' as ')
    .at(-1);
  return isType ? `${name} (type)` : `${name}`;
}
