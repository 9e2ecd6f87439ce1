import { UsageError } from '../errors/errors.ts';

/** The location of an S3-compatible store, and its credentials. */
export interface S3Address {
  readonly bucket: string;
  /** Prepended to every key; empty, or ending in a slash. */
  readonly prefix: string;
  /** The URL of the bucket's objects, ending in a slash. */
  readonly base: string;
  readonly region: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string; readonly sessionToken?: string };
}

export type FileStoreAddress = { readonly kind: 'folder'; readonly path: string } | { readonly kind: 's3'; readonly s3: S3Address };

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^(?:[A-Za-z0-9._-]+\/)*$/;
const REGION = /^[a-z0-9-]{1,40}$/;
const PARAMETERS = new Set(['endpoint', 'region']);

/**
 * Parses the URL of a file store: the path of a folder, or `s3://bucket/prefix?endpoint=https://…&region=…`. Credentials come from the
 * environment, under the names that every S3 tool reads: `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_SESSION_TOKEN`; also
 * `AWS_REGION`, and `AWS_ENDPOINT_URL_S3` or `AWS_ENDPOINT_URL`.
 *
 * @throws UsageError saying what is wrong with it, without any secret
 */
export function readFileStoreAddress(url: string, environment: NodeJS.Dict<string> = process.env): FileStoreAddress {
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(url)) {
    if (url === '' || url.includes('\0')) throw new UsageError('must be the path of a folder, or s3://bucket');
    return { kind: 'folder', path: url };
  }
  if (!url.startsWith('s3://') || !URL.canParse(url)) throw new UsageError('must be the path of a folder, or s3://bucket/prefix');
  const { hostname: bucket, pathname, searchParams, username, password } = new URL(url);
  if (username !== '' || password !== '') throw new UsageError('must not hold a key; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  if (!BUCKET.test(bucket)) throw new UsageError('must name a bucket: s3://bucket/prefix');
  const unknown = [...searchParams.keys()].find((name) => !PARAMETERS.has(name));
  if (unknown !== undefined) throw new UsageError(`has an unknown parameter ${unknown}; supported are endpoint and region`);
  const prefix = pathname.replace(/^\/+/, '').replace(/([^/])$/, '$1/');
  if (!PREFIX.test(prefix)) throw new UsageError('has a prefix with characters other than letters, digits, . _ - and /');
  const region = searchParams.get('region') ?? environment['AWS_REGION'] ?? 'us-east-1';
  if (!REGION.test(region)) throw new UsageError('has an invalid region; use one such as eu-central-1');
  const endpoint = searchParams.get('endpoint') ?? environment['AWS_ENDPOINT_URL_S3'] ?? environment['AWS_ENDPOINT_URL'];
  return { kind: 's3', s3: { bucket, prefix, base: baseOf(bucket, region, endpoint), region, credentials: readCredentials(environment) } };
}

/** With a custom endpoint, or if the bucket's name is not a valid host name, the bucket is part of the path. */
function baseOf(bucket: string, region: string, endpoint: string | undefined): string {
  if (endpoint === undefined || endpoint === '') {
    const host = `s3.${region}.amazonaws.com`;
    return bucket.includes('.') ? `https://${host}/${bucket}/` : `https://${bucket}.${host}/`;
  }
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '')
    throw new UsageError('has an invalid endpoint; use a URL such as https://s3.example');
  return `${url.href.replace(/\/+$/, '')}/${bucket}/`;
}

function readCredentials(environment: NodeJS.Dict<string>): S3Address['credentials'] {
  const accessKeyId = environment['AWS_ACCESS_KEY_ID'];
  const secretAccessKey = environment['AWS_SECRET_ACCESS_KEY'];
  const sessionToken = environment['AWS_SESSION_TOKEN'];
  if (!accessKeyId || !secretAccessKey) throw new UsageError('needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  return { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) };
}
