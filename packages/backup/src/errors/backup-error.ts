import { ColophonError, type ColophonErrorDetails } from '@colophon/core';

/** What can be wrong with a backup, a repository of backups, or how they are used. */
export type BackupFault =
  /** There is no such repository or snapshot. */
  | 'no_backup'
  /** An object or snapshot is missing, cut, or not what was stored. */
  | 'backup_damaged'
  /** The repository is encrypted, and no identity that opens it was given. */
  | 'wrong_identity'
  /** Keys are only stored in an encrypted repository. */
  | 'key_needs_encryption'
  /** The repository was made with other settings. */
  | 'repository_differs'
  /** Another process backs up or prunes there. */
  | 'backup_busy';

/** A backup failed, or cannot be used. */
export class BackupError extends ColophonError {
  constructor(code: BackupFault, message: string, details: ColophonErrorDetails = {}) {
    super(code === 'backup_busy' ? 503 : 409, code, message, details);
  }
}
