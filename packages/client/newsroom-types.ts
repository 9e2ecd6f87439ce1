import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Rolldown } from 'tsdown';

const run = promisify(execFile);
const NEWSROOM = join(import.meta.dirname, '../../apps/newsroom/bin/newsroom.js');

/**
 * Writes `newsroom.d.ts`: what `newsroom types` prints of the Newsroom of this repository. It is generated whenever the package is built, so
 * that it cannot differ from the application, and is kept in no repository, where every change of an object would change thousands of lines.
 */
export function newsroomTypes(): Rolldown.Plugin {
  return {
    name: 'newsroom-types',
    async generateBundle() {
      const { stdout } = await run(
        process.execPath,
        ['--conditions=@colophon/source', '--disable-warning=ExperimentalWarning', NEWSROOM, 'types'],
        { maxBuffer: 64 * 1024 * 1024 },
      );
      this.emitFile({ type: 'asset', fileName: 'newsroom.d.ts', source: withExportList(stdout) });
    },
  };
}

/** The declarations with one list of exports at their end, as those of every other entry point. */
function withExportList(declarations: string): string {
  const names: string[] = [];
  const inner = declarations.replaceAll(/^export (interface|type) ([\w$]+)/gm, (_, kind: string, name: string) => {
    names.push(`type ${name}`);
    return `${kind} ${name}`;
  });
  if (!names.includes('type paths')) throw new Error(`newsroom types printed no paths: ${declarations.slice(0, 200)}`);
  return `${inner}\nexport { ${names.sort().join(', ')} };\n`;
}
