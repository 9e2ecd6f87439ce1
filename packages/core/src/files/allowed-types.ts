import { ColophonError } from '../errors/colophon-error.ts';

/** A file of this type is not taken. Answers 415. */
export class FileTypeError extends ColophonError {
  constructor(message: string, hint: string) {
    super(415, 'file_type_refused', message, { hint });
  }
}

/** What a machine runs. A newsroom has no use for it, and readers may come to harm by it. */
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

/** A type, or all below one: `image/png`, `image/*`. */
export const TYPE_PATTERN = /^[a-z0-9][a-z0-9!#$&^_.+-]*\/(?:\*|[a-z0-9][a-z0-9!#$&^_.+-]*)$/;

/**
 * Refuses a file by its type. Without a list every type but executables is taken. With one, what it names is; a pattern such as
 * `application/*` stands for no executable, which takes its own name, and bytes that tell nothing are `application/octet-stream`.
 *
 * @throws FileTypeError
 */
export function requireAllowedType(mimeType: string, allowed: readonly string[] | undefined): void {
  if (isAllowedType(mimeType, allowed)) return;
  if (EXECUTABLE.has(mimeType))
    throw new FileTypeError(`By its bytes this is a program (${mimeType}), and programs are not taken.`, 'Send what it shows instead.');
  throw new FileTypeError(`By its bytes this is ${mimeType}, which is not taken here.`, `These types are: ${allowed?.join(', ')}.`);
}

/** Whether `requireAllowedType` lets a file of this type pass. */
export function isAllowedType(mimeType: string, allowed: readonly string[] | undefined): boolean {
  if (allowed?.includes(mimeType)) return true;
  if (EXECUTABLE.has(mimeType)) return false;
  return allowed === undefined || allowed.some((each) => each.endsWith('/*') && mimeType.startsWith(each.slice(0, -1)));
}
