import { ConflictError } from '../errors/errors.ts';

/** The log in the database is not the one whose head was signed last, or is damaged: nothing is added to it or signed. */
export class LogDamagedError extends ConflictError {
  constructor(message: string) {
    super(message, {
      code: 'log_damaged',
      hint: 'newsroom log verify says what is wrong. After an intended restore, newsroom audit continue opens another log.',
    });
  }
}

/** The key is not the one of the log, whose name would then have two keys. */
export class LogKeyError extends ConflictError {
  constructor(origin: string) {
    super(`The log key is not the one that signs ${origin}.`, {
      code: 'log_key_differs',
      hint: 'Restore the key of the log. If it is lost, newsroom audit continue opens another log.',
    });
  }
}
