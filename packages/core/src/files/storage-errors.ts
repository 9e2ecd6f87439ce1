import { ColophonError, type ColophonErrorDetails } from '../errors/colophon-error.ts';
import { UnavailableError } from '../errors/errors.ts';

/** There is no space for the file; nothing was stored. Answers 507 (RFC 4918 §11.5). */
export class StorageFullError extends ColophonError {
  constructor(details: ColophonErrorDetails = {}) {
    super(507, 'storage_full', 'There is no space left to store the file; nothing was stored.', {
      hint: 'The operator of this service has to free space.',
      ...details,
    });
  }
}

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Converts a failure of the disk or the network to the error for callers: no space, or not available. The cause is for the log. */
export function storageError(cause: unknown): ColophonError {
  if (cause instanceof ColophonError) return cause;
  if (FULL.has(String((cause as NodeJS.ErrnoException | undefined)?.code))) return new StorageFullError({ cause });
  return new UnavailableError('The file storage is unavailable or not writable; nothing was changed.', { cause });
}
