import { AIError } from '../errors/errors.ts';

/**
 * Loads a vendor's package on first use.
 *
 * @throws AIError `MISSING_PACKAGE` with the command that installs it.
 */
export async function loadPackage<T>(kind: string, name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    const code = (cause as { code?: string }).code;
    if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') throw cause;
    throw new AIError(`${kind} needs the package ${name}. Install it: npm install ${name}`, { code: 'MISSING_PACKAGE', provider: kind });
  }
}
