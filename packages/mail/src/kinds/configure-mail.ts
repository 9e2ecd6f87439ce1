import { UsageError } from '@colophon/core';
import type { MailKind } from './mail-kind.ts';

let kinds: readonly MailKind[] = [];

/**
 * Configures the kinds of mail in this process: they appear in settings and react to events.
 *
 * @throws UsageError for an invalid or duplicate name
 */
export function configureMailKinds(input: readonly MailKind[]): void {
  for (const [index, { name }] of input.entries()) {
    if (!/^[a-z0-9][a-z0-9-]{0,99}$/.test(name))
      throw new UsageError(`${JSON.stringify(name)} is not a valid name of a kind of mail: use lower-case letters, digits and hyphens.`);
    if (input.findIndex((each) => each.name === name) !== index) throw new UsageError(`Two kinds of mail have the name ${name}.`);
  }
  kinds = [...input];
}

/** Returns the kinds of mail. */
export function mailKinds(): readonly MailKind[] {
  return kinds;
}

/** Returns the kind with this name, or undefined. */
export function mailKind(name: string): MailKind | undefined {
  return kinds.find((kind) => kind.name === name);
}
