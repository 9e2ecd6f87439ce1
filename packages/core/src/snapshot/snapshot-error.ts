import { ColophonError, type ColophonErrorDetails } from '../errors/colophon-error.ts';

/**
 * A snapshot could not be read or written: `not_empty` for a database that has tables already, `unstorable_value` for a value that the
 * other kind of database cannot hold, `digest_differs` if the rows are not those of the snapshot, `schema_ahead` if a newer version made it.
 */
export class SnapshotError extends ColophonError {
  constructor(
    code: 'not_empty' | 'unstorable_value' | 'digest_differs' | 'schema_ahead',
    message: string,
    details: ColophonErrorDetails = {},
  ) {
    super(409, code, message, details);
  }
}
