/** A person who can be mentioned. */
export interface Mentionable {
  readonly id: string;
  readonly name: string;
}

/** Returns the name that is being typed after an `@` before the caret, if any. */
export function mentionAt(text: string, caret: number): { readonly start: number; readonly typed: string } | undefined {
  const match = /(?:^|[\s(])@([\p{L}\p{N}._'-]{0,40}(?: [\p{L}\p{N}._'-]{0,40})?)$/u.exec(text.slice(0, caret));
  const typed = match?.[1];
  return typed === undefined ? undefined : { start: caret - typed.length - 1, typed };
}

/** Returns the people whose name, or a part of it, begins with the typed text, in this order; at most six. */
export function suggest(people: readonly Mentionable[], typed: string): readonly Mentionable[] {
  const wanted = fold(typed);
  return people
    .filter(
      ({ name }) =>
        fold(name).startsWith(wanted) ||
        fold(name)
          .split(/\s+/)
          .some((part) => part.startsWith(wanted)),
    )
    .toSorted((a, b) => Number(fold(b.name).startsWith(wanted)) - Number(fold(a.name).startsWith(wanted)))
    .slice(0, 6);
}

/** Returns the ids of the people mentioned in a text. */
export function mentionsIn(text: string, people: readonly Mentionable[]): readonly string[] {
  const folded = fold(text);
  return people.filter(({ name }) => folded.includes(`@${fold(name)}`)).map(({ id }) => id);
}

function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
