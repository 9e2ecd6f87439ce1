import { loadSynchronousFileSystem } from './builtin.ts';
import { isErrorCode } from './error-code.ts';

const fileSystem = loadSynchronousFileSystem();
const { constants } = fileSystem;

/** The content of a file, and the result of inspecting it while it was open. */
export interface PlainFile<Inspected> {
  readonly bytes: Buffer;
  readonly inspected: Inspected;
}

/**
 * Reads a file in a folder to which others may write: links are not followed, and pipes and devices are not waited for.
 *
 * @param inspect inspects the open file before it is read
 * @returns undefined if it is not a plain file
 * @throws the system error if it cannot be opened or read
 */
export function readPlainFile<Inspected>(path: string, inspect: (descriptor: number) => Inspected): PlainFile<Inspected> | undefined {
  // Without O_NONBLOCK, opening a pipe waits for its other end. Windows has neither constant.
  let descriptor;
  try {
    descriptor = fileSystem.openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    // A socket.
    if (isErrorCode(error, 'ENXIO')) return undefined;
    throw error;
  }
  try {
    if (!fileSystem.fstatSync(descriptor).isFile()) return undefined;
    const inspected = inspect(descriptor);
    return { bytes: fileSystem.readFileSync(descriptor), inspected };
  } finally {
    fileSystem.closeSync(descriptor);
  }
}
