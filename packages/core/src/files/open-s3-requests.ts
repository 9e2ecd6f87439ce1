import type { S3Address } from './file-store-address.ts';
import type { S3Requests } from './s3-request.ts';

/** Opens a bucket for requests beyond those of a file store; the dependencies of S3 are loaded only here. */
export async function openS3Requests(address: S3Address): Promise<S3Requests> {
  const { S3Requests: Requests } = await import('./s3-request.ts');
  return new Requests(address);
}
