import { UsageError } from '../../errors/errors.ts';

/** The file that a `sqlite:` URL names, or `:memory:`. */
export function sqlitePath(url: string): string {
  const path = url.replace(/^sqlite:(\/\/(?=\/|\.|:))?/, '');
  // SQLite itself would take an empty name for a database that is gone when it is closed.
  if (path === '') throw new UsageError('The database URL names no file.', { hint: 'Such as sqlite:./data/newsroom.sqlite' });
  return path;
}
