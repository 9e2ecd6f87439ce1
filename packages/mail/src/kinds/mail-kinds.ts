import { type Database, port, UsageError } from '@colophon/core';
import type { MailKind } from './mail-kind.ts';

/** The kinds of mail of an application: they appear in settings and react to events. */
export class MailKinds {
  readonly all: readonly MailKind[];

  /** @throws UsageError for an invalid or duplicate name */
  constructor(kinds: readonly MailKind[]) {
    for (const [index, { name }] of kinds.entries()) {
      if (!/^[a-z0-9][a-z0-9-]{0,99}$/.test(name))
        throw new UsageError(`${JSON.stringify(name)} is not a valid name of a kind of mail: use lower-case letters, digits and hyphens.`);
      if (kinds.findIndex((each) => each.name === name) !== index) throw new UsageError(`Two kinds of mail have the name ${name}.`);
    }
    this.all = [...kinds];
  }
}

/** The kinds of mail; none by default. */
export const mailKinds = port('mailKinds', new MailKinds([]));

/** Returns the kind with this name, or undefined. */
export function mailKind(database: Database, name: string): MailKind | undefined {
  return database.ports.use(mailKinds).all.find((kind) => kind.name === name);
}
