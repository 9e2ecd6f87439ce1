/** Joins class names; empty ones are omitted. */
export function classNames(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter((name) => typeof name === 'string' && name !== '').join(' ');
}

/** The props of every component. */
export interface RootProps {
  /** Additional classes of the host. */
  readonly className?: string | undefined;
  readonly id?: string | undefined;
}
