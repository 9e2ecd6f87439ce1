import { fold } from '../../../state/text/fold.ts';

/** A value that a combobox offers, by its name. */
export interface ComboOption {
  readonly value: string;
  readonly label: string;
  /** What else identifies it, shown beside its name: an alias, or that it is new. */
  readonly note?: string | null;
  /** Further names by which it is found. */
  readonly names?: readonly string[];
}

/** Returns the options that contain the text in a name, those that begin with it first. */
export function optionsFor(options: readonly ComboOption[], text: string): readonly ComboOption[] {
  const sought = fold(text);
  const rank = (option: ComboOption): number => Math.min(...namesOf(option).map((name) => RANKS(name.indexOf(sought))));
  return options.filter((option) => rank(option) < 2).toSorted((one, other) => rank(one) - rank(other));
}

const RANKS = (at: number): number => (at < 0 ? 2 : Math.min(at, 1));

/** Returns the option that has the text as a name, whatever its case and accents. */
export function optionNamed(options: readonly ComboOption[], text: string): ComboOption | undefined {
  const sought = fold(text);
  return options.find((option) => namesOf(option).includes(sought));
}

function namesOf({ value, label, names = [] }: ComboOption): readonly string[] {
  return [label, value, ...names].map(fold);
}
