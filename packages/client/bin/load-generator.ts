import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as OpenApiTypescript from 'openapi-typescript';

/** The packages for generating types are not installed: they are optional, and needed for nothing else. */
export class MissingGeneratorError extends Error {
  readonly code = 'missing_generator';
  readonly hint = 'Install them: npm install --save-dev --save-exact openapi-typescript@7.13.0 typescript@5.9.3';

  constructor(cause: unknown) {
    super('Generating types requires the packages openapi-typescript and typescript 5, which are not installed.', { cause });
    this.name = 'MissingGeneratorError';
  }
}

const MODULE = 'openapi-typescript/dist/index.mjs';

/**
 * Loads the generator: from the location of this package, the working directory, or the installed client.
 *
 * It is resolved at run time instead of imported by name, so that no bundler includes a compiler of nine megabytes in an application
 * that never generates types.
 *
 * @throws MissingGeneratorError if none of these places has it
 */
export async function loadGenerator(): Promise<typeof OpenApiTypescript> {
  let missing: unknown;
  for (const origin of [() => import.meta.url, startedFrom, () => import.meta.resolve('@colophon/client')]) {
    try {
      const path = createRequire(origin()).resolve(MODULE);
      return (await import(pathToFileURL(path).href)) as typeof OpenApiTypescript;
    } catch (error) {
      if (!isNotFound(error)) throw error;
      missing = error;
    }
  }
  throw new MissingGeneratorError(missing);
}

/** Resolves like a module in the working directory. */
function startedFrom(): string {
  return pathToFileURL(join(process.cwd(), 'any.js')).href;
}

function isNotFound(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'MODULE_NOT_FOUND' || error.code === 'ERR_MODULE_NOT_FOUND');
}
