import { ColophonError } from '../errors/colophon-error.ts';

/** A file type that is not accepted. Answers 415. */
export class FileTypeError extends ColophonError {
  constructor(message: string, hint: string) {
    super(415, 'file_type_refused', message, { hint });
  }
}

/** Executable files. A newsroom does not need them, and they could harm readers. */
const EXECUTABLE: ReadonlySet<string> = new Set([
  'application/x-msdownload',
  'application/x-elf',
  'application/x-mach-binary',
  'application/x-unix-archive',
  'application/x-deb',
  'application/x-rpm',
  'application/x-apple-diskimage',
  'application/java-vm',
  'application/java-archive',
  'application/wasm',
  'application/vnd.android.package-archive',
  'application/x-google-chrome-extension',
  'application/x-xpinstall',
  'application/x-shockwave-flash',
  'application/x-ms-shortcut',
  'application/x-ft-apple.alias',
  'application/x-ms-regedit',
  'application/x-ft-windows-registry-hive',
  'application/vnd.ms-htmlhelp',
  'text/x-shellscript',
]);

/** A type, or a group of types: `image/png`, `image/*`. */
export const TYPE_PATTERN = /^[a-z0-9][a-z0-9!#$&^_.+-]*\/(?:\*|[a-z0-9][a-z0-9!#$&^_.+-]*)$/;

/**
 * Rejects a file by its type. Without a list every type except executables is accepted. With one, only the listed types are; a pattern such
 * as `application/*` does not match executables, which must be listed by their exact type, and unrecognized bytes are
 * `application/octet-stream`.
 *
 * @throws FileTypeError
 */
export function requireAllowedType(mimeType: string, allowed: readonly string[] | undefined): void {
  if (isAllowedType(mimeType, allowed)) return;
  if (EXECUTABLE.has(mimeType))
    throw new FileTypeError(`This file is a program (${mimeType}), and programs are not accepted.`, 'Upload its output instead.');
  throw new FileTypeError(`This file is of type ${mimeType}, which is not accepted.`, `Accepted types: ${allowed?.join(', ')}.`);
}

/** Returns whether `requireAllowedType` accepts a file of this type. */
export function isAllowedType(mimeType: string, allowed: readonly string[] | undefined): boolean {
  if (allowed?.includes(mimeType)) return true;
  if (EXECUTABLE.has(mimeType)) return false;
  return allowed === undefined || allowed.some((each) => each.endsWith('/*') && mimeType.startsWith(each.slice(0, -1)));
}
