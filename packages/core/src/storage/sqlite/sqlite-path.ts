import { UsageError } from '../../errors/errors.ts';

/** Returns the file of a `sqlite:` URL, or `:memory:`. */
export function sqlitePath(url: string): string {
  const path = url.replace(/^sqlite:(\/\/(?=\/|\.|:))?/, '');
  // SQLite itself treats an empty name as a temporary database.
  if (path === '') throw new UsageError('The database URL does not name a file.', { hint: 'Such as sqlite:./data/newsroom.sqlite' });
  return path;
}
