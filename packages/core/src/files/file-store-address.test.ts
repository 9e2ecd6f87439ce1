import { describe, expect, it } from 'vitest';
import { readFileStoreAddress } from './file-store-address.ts';

const KEYS = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };

describe('the address of a store of files', () => {
  it.each(['./data/files', '/srv/files', 'files', 'C:\\files'])('is a folder: %s', (path) => {
    expect(readFileStoreAddress(path, {})).toEqual({ kind: 'folder', path });
  });

  it.each([
    ['s3://news', {}, 'https://news.s3.us-east-1.amazonaws.com/', ''],
    ['s3://news/a/b', { AWS_REGION: 'eu-west-1' }, 'https://news.s3.eu-west-1.amazonaws.com/', 'a/b/'],
    ['s3://my.news/a/', {}, 'https://s3.us-east-1.amazonaws.com/my.news/', 'a/'],
    ['s3://news?endpoint=https://minio.example:9000/', {}, 'https://minio.example:9000/news/', ''],
    ['s3://news', { AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:9000' }, 'http://127.0.0.1:9000/news/', ''],
  ])('is a bucket: %s', (url, environment, base, prefix) => {
    expect(readFileStoreAddress(url, { ...KEYS, ...environment })).toMatchObject({ kind: 's3', s3: { base, prefix } });
  });

  it.each([
    ['', 'the path of a folder'],
    ['ftp://news', 'the path of a folder'],
    ['s3://id:key@news', 'must not hold a key'],
    ['s3://', 'must'],
    ['s3://N', 'must name a bucket'],
    ['s3://news/../other?x=1', 'has an unknown parameter x'],
    ['s3://news/a%2fb', 'has a prefix'],
    ['s3://news?endpoint=minio', 'has an invalid endpoint'],
    ['s3://news?region=not%20one', 'has an invalid region'],
  ])('is refused, saying why: %s', (url, message) => {
    expect(() => readFileStoreAddress(url, KEYS)).toThrow(message);
  });

  it('of a bucket needs keys, and repeats none', () => {
    expect(() => readFileStoreAddress('s3://news', { AWS_ACCESS_KEY_ID: 'id' })).toThrow(
      'needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
    );
  });
});
