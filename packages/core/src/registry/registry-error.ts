import { ColophonError } from '../errors/colophon-error.ts';

/** The definitions are inconsistent. All faults are reported at once; the build and the start both stop on them. */
export class RegistryError extends ColophonError {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(
      500,
      'registry',
      `The object definitions have ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n- ${faults.join('\n- ')}`,
    );
    this.faults = faults;
  }
}
