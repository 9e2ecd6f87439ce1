import type { DescribedFile } from '../../assets/described-file.ts';
import type { FileSign, IntakeFile } from '../record/intake-package.ts';

/** A file that is about to be attached to a contribution: already checked, and attached in the transaction that writes it. */
export interface TakenFile extends DescribedFile {
  readonly fileKey: string | null;
  readonly declaredMimeType: string | null;
  readonly signs: readonly FileSign[];
  readonly inline: boolean;
  /** It is the mail as it was received: no file that its sender contributed, and never an asset. */
  readonly raw?: boolean;
  /** Of a picture, in pixels; null if unknown. */
  readonly width: number | null;
  readonly height: number | null;
  /**
   * Attaches the bytes to this contribution, in the transaction that writes it.
   *
   * @throws ValidationError `no_such_file` if they have been taken by somebody else, or deleted
   */
  readonly claim: () => Promise<void>;
  /** Releases the bytes stored for the contribution if it is not written after all. */
  readonly drop: () => Promise<void>;
}

/** Returns the contributed files in the form that intake checks. */
export function intakeFiles(files: readonly TakenFile[]): IntakeFile[] {
  return files.filter(({ raw }) => raw !== true).map(({ name, mimeType, size, signs }) => ({ filename: name, mimeType, size, signs }));
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
