import { ColophonError, type ColophonErrorDetails } from '../errors/colophon-error.ts';
import { UnavailableError } from '../errors/errors.ts';

/** There is no room for the file; nothing of it was kept. Answers 507 (RFC 4918 §11.5). */
export class StorageFullError extends ColophonError {
  constructor(details: ColophonErrorDetails = {}) {
    super(507, 'storage_full', 'There is no room left to keep the file; nothing of it was kept.', {
      hint: 'Whoever runs this service has to make room.',
      ...details,
    });
  }
}

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** A failure of the disk or the network as what callers are told: no room, or not available now. The cause is for the log. */
export function storageError(cause: unknown): ColophonError {
  if (cause instanceof ColophonError) return cause;
  if (FULL.has(String((cause as NodeJS.ErrnoException | undefined)?.code))) return new StorageFullError({ cause });
  return new UnavailableError('The store of files does not answer, or may not be written; nothing was changed.', { cause });
}
