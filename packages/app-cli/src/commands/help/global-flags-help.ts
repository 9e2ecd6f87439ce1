import { GLOBAL_FLAGS } from '../../flags/global-flags.ts';
import type { HelpEntry } from './layout.ts';

/** The client's own flags, for the help. */
export function globalFlagEntries(names?: readonly string[]): readonly HelpEntry[] {
  return GLOBAL_FLAGS.filter(({ name }) => names === undefined || names.includes(name)).map(({ name, short, value, description }) => [
    `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` <${value}>`}`,
    description,
  ]);
}
