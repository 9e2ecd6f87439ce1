import { ColophonError } from '@colophon/core';

/** The configuration is invalid; all faults are reported together. */
export class ConfigError extends ColophonError {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(500, 'config', `The configuration has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n- ${faults.join('\n- ')}`);
    this.faults = faults;
  }
}
