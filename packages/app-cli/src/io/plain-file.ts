import { loadSynchronousFileSystem } from './builtin.ts';

const fileSystem = loadSynchronousFileSystem();
const { constants } = fileSystem;

/** What a file holds, and what was found out about it while it was open. */
export interface PlainFile<Inspected> {
  readonly bytes: Buffer;
  readonly inspected: Inspected;
}

/**
 * Reads a file that lies where others may put something: a link is not followed, and a pipe or a device is not waited for.
 *
 * @param inspect looks at the open file before it is read
 * @returns undefined when it is not a plain file
 * @throws the error of the system when it cannot be opened or read
 */
export function readPlainFile<Inspected>(path: string, inspect: (descriptor: number) => Inspected): PlainFile<Inspected> | undefined {
  // Opening a pipe waits for its other end, unless told not to. Windows has neither constant.
  const descriptor = fileSystem.openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    if (!fileSystem.fstatSync(descriptor).isFile()) return undefined;
    const inspected = inspect(descriptor);
    return { bytes: fileSystem.readFileSync(descriptor), inspected };
  } finally {
    fileSystem.closeSync(descriptor);
  }
}
