/** Returns the path of the file that a database URL names; undefined for a database in memory or on a server. */
export function databaseFile(url: string): string | undefined {
  if (!url.startsWith('sqlite:')) return undefined;
  const path = url.replace(/^sqlite:(\/\/(?=\/|\.|:))?/, '');
  return path === '' || path === ':memory:' ? undefined : path;
}
