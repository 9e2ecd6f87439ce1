import { MethodNotAllowedError, type SaveContext } from '@colophon/core';

/**
 * Keeps a record of what happened as it was written, in code too.
 *
 * @throws MethodNotAllowedError `append_only` when the record is stored already
 */
export function refuseChange({ created }: Pick<SaveContext, 'created'>, what: string): void {
  if (!created)
    throw new MethodNotAllowedError(`${what} are records of what happened: they are never changed or removed.`, ['GET'], 'append_only');
}
