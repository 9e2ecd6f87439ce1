import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const HERE = '0.0.0-here';

/** Copies the templates into a build, with the version of this package for those of Colophon. */
export function copyTemplates(outDir: string): void {
  const target = join(outDir, 'templates');
  rmSync(target, { recursive: true, force: true });
  cpSync(join(import.meta.dirname, 'templates'), target, { recursive: true });
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8')) as { version: string };
  for (const file of readdirSync(target, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('package.json')) continue;
    const path = join(target, file);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(HERE, version));
  }
}
