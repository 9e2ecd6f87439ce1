import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** A command with a name, for the checks of one package. */
export interface Check {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}

const CACHE = 'node_modules/.cache/colophon';

/**
 * Returns what checks one package, its tests included: the rooms of all packages, and types, lint and format of its files.
 *
 * @param root the folder of the repository
 * @param name the folder of the package below `packages` or `apps`
 * @throws Error if there is no such package
 */
export function checksOf(root: string, name: string): readonly Check[] {
  const folder = ['packages', 'apps'].map((parent) => join(parent, name)).find((each) => existsSync(join(root, each, 'package.json')));
  if (folder === undefined) throw new Error(`There is no package ${name} below packages or apps.`);
  mkdirSync(join(root, CACHE), { recursive: true });
  const config = join(CACHE, `tsconfig.${name}.json`);
  const up = relative(CACHE, '.');
  writeFileSync(
    join(root, config),
    JSON.stringify({
      extends: join(up, 'tsconfig.json'),
      compilerOptions: { incremental: true, tsBuildInfoFile: `${name}.tsbuildinfo` },
      // Style sheets that are imported are declared in ui.
      include: [...['src', 'bin', 'test', 'desk'].map((part) => join(folder, part)), 'packages/ui/src/styles/css.d.ts'].map((path) =>
        join(up, path),
      ),
    }),
  );
  return [
    { name: 'types', command: 'tsc', args: ['-p', config] },
    { name: 'lint', command: 'oxlint', args: [folder] },
    { name: 'rooms', command: 'npm', args: ['run', '--silent', 'check:rooms'] },
    { name: 'format', command: 'oxfmt', args: ['--check', folder] },
  ];
}
