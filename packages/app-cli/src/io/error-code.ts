/** Returns whether an error is a system error with one of these codes, such as `ENOENT`. */
export function isErrorCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code);
}

const REASONS: readonly (readonly [codes: readonly string[], reason: string])[] = [
  [['EACCES', 'EPERM'], 'you are not allowed to'],
  [['EROFS'], 'the file system is read-only'],
  [['ENOSPC', 'EDQUOT'], 'the disk is full'],
  [['ENOTDIR', 'EEXIST'], 'a part of its path is not a folder'],
  [['ENOENT'], 'its folder cannot be created'],
  [['ENAMETOOLONG'], 'its path is too long'],
  [['EISDIR'], 'it is a folder'],
  [['EBUSY', 'ETXTBSY'], 'it is in use'],
  [['EIO'], 'the disk has failed'],
];

/** Returns why a file cannot be used, for a person; undefined for an error that is not one of its file system. */
export function systemErrorReason(error: unknown): string | undefined {
  return REASONS.find(([codes]) => isErrorCode(error, ...codes))?.[1];
}
