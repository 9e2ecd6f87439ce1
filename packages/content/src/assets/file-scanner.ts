import type { DescribedFile } from './described-file.ts';

/** A stranger's file on the local disk, before it is stored. */
export interface ScannedFile extends DescribedFile {
  readonly path: string;
}

/** What a scanner found; null if the file is clean. */
export interface ScanFinding {
  /** The name of what it found, such as `Eicar-Signature`. */
  readonly name: string;
}

/**
 * Examines a file that a stranger sent, before it is stored. An error of it, and no answer in time, refuse the file: what was not examined
 * is not kept.
 */
export type FileScanner = (file: ScannedFile, signal: AbortSignal) => Promise<ScanFinding | null>;
