import type { DescribedFile } from '../../assets/store-file.ts';
import type { FileSign, IntakeFile } from '../intake/intake-package.ts';

/** A file that is about to belong to a contribution: judged already, and held by it in the transaction that writes it. */
export interface TakenFile extends DescribedFile {
  readonly fileKey: string | null;
  readonly declaredMimeType: string | null;
  readonly signs: readonly FileSign[];
  readonly inline: boolean;
  /**
   * Makes the bytes this contribution's to hold, in the transaction that writes it.
   *
   * @throws ValidationError `no_such_file` when they are somebody else's by now, or gone
   */
  readonly claim: () => Promise<void>;
  /** Gives the bytes up that were stored for it, when it is not written after all. */
  readonly drop: () => Promise<void>;
}

/** The file as intake judges it. */
export function intakeFile({ name, mimeType, size, signs }: TakenFile): IntakeFile {
  return { filename: name, mimeType, size, signs };
}

/** Does something with files; when that fails, what was stored for it goes. */
export async function droppingOnFailure<T>(files: readonly TakenFile[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    for (const file of files) await file.drop();
    throw error;
  }
}
