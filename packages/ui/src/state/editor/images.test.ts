import { describe, expect, it, vi } from 'vitest';
import { fakeClient } from '../../testing/fake-client.ts';
import { resolveContentEditorImageSelection } from './image-selection.ts';
import { getContentEditorAssetImageSource, pictureAddressInText, smallPictureAddress } from './image-source.ts';

describe('the address of an asset’s picture', () => {
  it.each([
    [{ fileUrl: '/api/v1/assets/1/file', url: 'https://x.example/a.png' }, '/api/v1/assets/1/file'],
    [{ fileUrl: null, url: 'https://x.example/a.png' }, 'https://x.example/a.png'],
    [{ sourceUri: 'https://a', thumbnailUri: 'https://b', url: 'https://c' }, 'https://a'],
    [{ thumbnailUrl: 'blob:https://x/1' }, 'blob:https://x/1'],
    [{ deliveryUrl: 'data:image/png;base64,AA' }, 'data:image/png;base64,AA'],
    [{ fileUrl: 'javascript:alert(1)', src: '/fine.png' }, '/fine.png'],
    [{ fileUrl: 'data:image/svg+xml,<svg/>', url: 'file:///etc/passwd', src: 5 }, null],
    [{}, null],
    [null, null],
  ])('of %j is %s', (asset, source) => {
    expect(getContentEditorAssetImageSource(asset)).toBe(source);
  });
});

describe('a selected picture', () => {
  const client = () => fakeClient(({ path, body }) => ({ id: 'made', name: 'x', path, body }));

  it('is returned unchanged if it is an asset', async () => {
    const asked = client();
    const asset = { id: '1', name: 'a.png' };
    expect(await resolveContentEditorImageSelection(asked, asset)).toBe(asset);
    expect(asked.sent).toEqual([]);
  });

  it('is uploaded as bytes if it is a file, with one idempotency key', async () => {
    const asked = client();
    const onProgress = vi.fn();
    await resolveContentEditorImageSelection(asked, new File(['bytes'], 'street.png', { type: 'image/png' }), {
      altText: 'A street',
      onProgress,
    });
    const [{ path, body, intent } = expect.fail('nothing was sent')] = asked.sent;
    expect(path).toBe('/assets/upload');
    expect((body as FormData).get('altText')).toBe('A street');
    expect(((body as FormData).get('file') as File).name).toBe('street.png');
    expect(intent?.key).toMatch(/^[0-9a-f-]{36}$/);
    expect(onProgress.mock.calls).toEqual([[0], [1]]);
  });

  it('becomes an external asset if it is a web address', async () => {
    const asked = client();
    await resolveContentEditorImageSelection(asked, ' https://x.example/a%20street.png?big ');
    await resolveContentEditorImageSelection(asked, 'https://x.example/%E0%A4%A');
    await resolveContentEditorImageSelection(asked, 'http://x.example');
    expect(asked.sent.map(({ path, body }) => [path, body])).toEqual([
      ['/assets', { name: 'a street.png', url: 'https://x.example/a%20street.png?big' }],
      ['/assets', { name: '%E0%A4%A', url: 'https://x.example/%E0%A4%A' }],
      ['/assets', { name: 'x.example', url: 'http://x.example/' }],
    ]);
  });

  it.each([
    ['an empty file', new File([], 'a.png'), 'empty'],
    ['a file of more than 50 MB', Object.defineProperty(new File(['x'], 'a.png'), 'size', { value: 50_000_001 }), 'too_large'],
    ['words', 'a street under water', 'not_an_address'],
    ['code', 'javascript:alert(1)', 'scheme'],
    ['data', 'data:image/png;base64,AA', 'scheme'],
    ['a local file', 'file:///etc/passwd', 'scheme'],
  ])('%s is refused before anything is sent', async (_what, selected, code) => {
    const asked = client();
    await expect(resolveContentEditorImageSelection(asked, selected)).rejects.toMatchObject({ name: 'ImageSelectionError', code });
    expect(asked.sent).toEqual([]);
  });
});

describe('a picture in a text', () => {
  it.each([
    [{ fileUrl: 'https://news.example/api/v1/assets/1/file' }, '/api/v1/assets/1/file'],
    [{ fileUrl: '/api/v1/assets/1/file' }, '/api/v1/assets/1/file'],
    [{ fileUrl: null, url: 'https://news.example/api/v1/assets/1/file' }, 'https://news.example/api/v1/assets/1/file'],
    [{ url: 'https://x.example/a.png' }, 'https://x.example/a.png'],
  ])('of %j has the address %s', (asset, address) => {
    expect(pictureAddressInText(asset)).toBe(address);
  });

  it.each([
    [{ fileUrl: 'https://a.example/api/v1/assets/1/file', mimeType: 'image/png' }, 'https://a.example/api/v1/assets/1/file?width=160'],
    [{ fileUrl: '/api/v1/assets/1/file', mimeType: 'image/svg+xml' }, '/api/v1/assets/1/file'],
    [{ url: 'https://x.example/a.png', mimeType: 'image/png' }, 'https://x.example/a.png'],
    [null, null],
  ])('in a list, of %j, has the address %s', (asset, address) => {
    expect(smallPictureAddress(asset, 160)).toBe(address);
  });
});
