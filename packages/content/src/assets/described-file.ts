/** The detected properties of a received file, with a safe name. */
export interface DescribedFile {
  readonly name: string;
  readonly mimeType: string;
  readonly size: number;
  readonly sha256: string;
}

/** A file in the store that a record is about to refer to. Until then it is marked as loose. */
export interface StoredFile extends DescribedFile {
  readonly fileKey: string;
}
