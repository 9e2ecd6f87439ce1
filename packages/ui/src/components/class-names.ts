/** The classes of an element in one text; what is empty is left out. */
export function classNames(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter((name) => typeof name === 'string' && name !== '').join(' ');
}

/** What every component takes beside its own props. */
export interface RootProps {
  /** Classes of the host beside the component's own. */
  readonly className?: string | undefined;
  readonly id?: string | undefined;
}
