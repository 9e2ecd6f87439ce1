import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { remoteAddresses } from './remote-addresses.ts';

describe('the addresses of other hosts that a text shows', () => {
  it.each([
    ['an image', 'A ![rain](https://a.example/rain.jpg "Rain") falls.', ['https://a.example/rain.jpg']],
    ['an image by reference', 'A ![rain][one] falls.\n\n[ONE]: <https://a.example/rain.jpg>', ['https://a.example/rain.jpg']],
    ['an image by its own name', '![rain] falls.\n\n[rain]: https://a.example/rain.jpg', ['https://a.example/rain.jpg']],
    [
      'HTML',
      '<p><img alt=x src="https://a.example/1.png"><video src=https://a.example/2.mp4></video></p>',
      ['https://a.example/1.png', 'https://a.example/2.mp4'],
    ],
    [
      'each once, in their order',
      '![b](https://b.example/) ![a](http://a.example/) ![b](https://b.example/)',
      ['https://b.example/', 'http://a.example/'],
    ],
    ['no links', '[a link](https://a.example/) https://b.example/ <a href="https://c.example/">c</a>', []],
    ['no stored files', '![own](/api/v1/assets/1/file) <img src="/api/v1/assets/2/file">', []],
    ['nothing that is cut off', '![', []],
  ])('are those of %s', (_, body, addresses) => {
    expect(remoteAddresses(body)).toEqual(addresses);
  });

  it('are found in any text without an error, and none is not in the text', () => {
    const parts = fc.constantFrom('![', ']', '(', ')', '[', 'https://a.example/x', '<img src=', '"', '>', ' ', '\n[a]: ', 'a');
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 60 }), (text) => {
        const body = text.join('');
        for (const address of remoteAddresses(body)) expect(body).toContain(address);
      }),
    );
  });

  it('cost no more in a text that is made to cost', () => {
    const long = remoteAddresses('!['.repeat(400_000) + '<img '.repeat(100_000));
    expect(long).toEqual([]);
  });
});
