import { AIError } from '../errors/errors.ts';

const kind = 'cli-subscription';

/**
 * Finds the assistant's program without running it: the given path, the search path, then the places its installers use.
 *
 * @throws AIError `CLI_NOT_FOUND` listing the places searched.
 */
export async function findProgram(cliPath: string | undefined): Promise<string> {
  const [{ access, constants }, path, { homedir }] = await Promise.all([
    import('node:fs/promises'),
    import('node:path'),
    import('node:os'),
  ]);
  const folders = [
    ...(process.env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== ''),
    path.join(homedir(), '.claude', 'local'),
    '/usr/local/bin',
    '/opt/homebrew/bin',
  ];
  const candidates = cliPath === undefined ? folders.map((folder) => path.join(folder, 'claude')) : [path.resolve(cliPath)];
  for (const candidate of candidates) {
    try {
      await access(candidate, constants.X_OK);
      return candidate;
    } catch {
      // Not here; try the next place.
    }
  }
  const where = cliPath === undefined ? 'on the search path' : 'at cliPath';
  throw new AIError(`${kind}: the assistant's program was not found ${where}. Install it, or name it in \`cliPath\`.`, {
    code: 'CLI_NOT_FOUND',
    provider: kind,
  });
}
