import type { DescribedFile } from '../../assets/store-file.ts';
import type { FileSign, IntakeFile } from '../intake/intake-package.ts';

/** A file that is about to be attached to a contribution: already checked, and attached in the transaction that writes it. */
export interface TakenFile extends DescribedFile {
  readonly fileKey: string | null;
  readonly declaredMimeType: string | null;
  readonly signs: readonly FileSign[];
  readonly inline: boolean;
  /**
   * Attaches the bytes to this contribution, in the transaction that writes it.
   *
   * @throws ValidationError `no_such_file` if they have been taken by somebody else, or deleted
   */
  readonly claim: () => Promise<void>;
  /** Releases the bytes stored for the contribution if it is not written after all. */
  readonly drop: () => Promise<void>;
}

/** Returns the file in the form that intake checks. */
export function intakeFile({ name, mimeType, size, signs }: TakenFile): IntakeFile {
  return { filename: name, mimeType, size, signs };
}

/** Runs `work`; if it fails, releases the bytes stored for the files. */
export async function droppingOnFailure<T>(files: readonly TakenFile[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    for (const file of files) await file.drop();
    throw error;
  }
}
