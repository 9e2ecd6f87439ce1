import type { GlobalFlags } from '../flags/global-flags.ts';
import type { Io, OutputStream } from '../io/io.ts';

/** Text styles for terminals that support them. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
}

const PLAIN: Style = { bold: (text) => text, dim: (text) => text };
const ANSI: Style = { bold: (text) => `\u001b[1m${text}\u001b[22m`, dim: (text) => `\u001b[2m${text}\u001b[22m` };

/**
 * Determines whether a stream gets colours: `--color` and `--no-color`, then `NO_COLOR`, then `FORCE_COLOR`, then `TERM=dumb`, then
 * whether it is a terminal. `NO_COLOR` counts if it is not empty (no-color.org).
 */
export function styleFor(stream: OutputStream, env: Io['env'], flags: Pick<GlobalFlags, 'color'>): Style {
  if (flags.color !== undefined) return flags.color ? ANSI : PLAIN;
  if ((env['NO_COLOR'] ?? '') !== '') return PLAIN;
  const forced = env['FORCE_COLOR'] ?? env['CLICOLOR_FORCE'] ?? '';
  if (forced !== '' && forced !== '0') return ANSI;
  if (env['TERM'] === 'dumb') return PLAIN;
  return stream.isTTY === true ? ANSI : PLAIN;
}
