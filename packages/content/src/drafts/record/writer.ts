import type { Caller } from '@colophon/core';

/** By whom something is written: `user:<id>`, `token:<id>`, null for the application itself. */
export function writerOf({ kind, id }: Caller): string | null {
  return (kind === 'user' || kind === 'token') && id !== null ? `${kind}:${id}` : null;
}

/** Returns the id of a person or token. */
export function idOfWriter(writer: string): string {
  return writer.slice(writer.indexOf(':') + 1);
}
