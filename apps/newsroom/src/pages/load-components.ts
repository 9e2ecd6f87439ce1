import { readFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import type * as rolldown from 'rolldown/utils';

type RolldownUtilities = typeof rolldown;

/**
 * Allows loading components (`.tsx`) from source: Node strips types itself, but does not support JSX. The compiler is loaded with the first
 * one; the built Newsroom does not need this.
 */
export function loadComponentsFromSource(): void {
  const require = createRequire(import.meta.url);
  registerHooks({
    load(url, context, next) {
      if (!url.endsWith('.tsx')) return next(url, context);
      const { transformSync } = require('rolldown/utils') as RolldownUtilities;
      const file = fileURLToPath(url);
      const { code, errors } = transformSync(file, readFileSync(file, 'utf8'), { jsx: { runtime: 'automatic' } });
      if (errors.length > 0) throw new SyntaxError(`${file}: ${errors.map(({ message }) => message).join('\n')}`);
      return { format: 'module', source: code, shortCircuit: true };
    },
  });
}
