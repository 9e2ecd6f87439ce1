import { UsageError } from '@colophon/core';
import type { MailKind } from './mail-kind.ts';

let kinds: readonly MailKind[] = [];

/**
 * Says which kinds of mail there are, for this process: settings offer them, events are told by them.
 *
 * @throws UsageError for a name that is none, or that two kinds have
 */
export function configureMailKinds(given: readonly MailKind[]): void {
  for (const [index, { name }] of given.entries()) {
    if (!/^[a-z0-9][a-z0-9-]{0,99}$/.test(name)) throw new UsageError(`${JSON.stringify(name)} is no name of a kind of mail.`);
    if (given.findIndex((each) => each.name === name) !== index) throw new UsageError(`Two kinds of mail are called ${name}.`);
  }
  kinds = [...given];
}

/** The kinds of mail that there are. */
export function mailKinds(): readonly MailKind[] {
  return kinds;
}

/** The kind of this name, or undefined. */
export function mailKind(name: string): MailKind | undefined {
  return kinds.find((kind) => kind.name === name);
}
