import type { DraftPosition, TextRoot } from '@colophon/draft';
import { readAnswer } from '../read-answer.ts';

/** Somebody else in the draft. */
export interface Present {
  readonly client: number;
  readonly userId: string;
  readonly name: string | null;
  readonly field: TextRoot;
  readonly anchor: DraftPosition;
  readonly head: DraftPosition;
  readonly isWriting: boolean;
  /** When it was told, in milliseconds. */
  readonly at: number;
}

/** A presence that is not repeated is forgotten after so many milliseconds. */
const KEPT_FOR = 40_000;

/** Who else is in a draft. */
export class DraftPresence {
  readonly #present = new Map<number, Present>();

  /** Takes what the server tells. @returns whether somebody came who was not there, or null if nothing was told */
  meet(value: unknown, now: number): { readonly isNew: boolean } | null {
    const told = readAnswer<Present & { readonly isGone?: boolean }>(value, { client: 'number', userId: 'text', field: 'text' });
    if (told.isGone === true) {
      this.#present.delete(told.client);
      return { isNew: false };
    }
    const isNew = !this.#present.has(told.client);
    this.#present.set(told.client, { ...told, name: typeof told.name === 'string' ? told.name : null, at: now });
    return { isNew };
  }

  /** Forgets who is not there any more. @returns whether anybody is forgotten */
  sweep(now: number): boolean {
    const gone = [...this.#present.values()].filter(({ at }) => now - at > KEPT_FOR);
    for (const { client } of gone) this.#present.delete(client);
    return gone.length > 0;
  }

  clear(): void {
    this.#present.clear();
  }

  all(): readonly Present[] {
    return [...this.#present.values()];
  }
}

/** Each person once: where they were last, of all their windows. */
export function peopleIn(others: readonly Present[], ownId: string): readonly Present[] {
  const people = new Map<string, Present>();
  for (const each of others) {
    const before = people.get(each.userId);
    if (each.userId !== ownId && (before === undefined || before.at < each.at)) people.set(each.userId, each);
  }
  return [...people.values()].toSorted((a, b) => (a.name ?? '').localeCompare(b.name ?? ''));
}
