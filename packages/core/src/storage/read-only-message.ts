/** What the triggers of a database that was made read-only say; SQLite's errors have no code for it. */
export const READ_ONLY_MESSAGE = 'colophon: the database is read-only';
