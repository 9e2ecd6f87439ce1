import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getAI } from '../src/index.ts';
import { createFakeAI } from '../src/testing/index.ts';
import { textKinds } from './contract/kinds.ts';
import { LoopbackVendor } from './loopback/server.ts';
import { ANSWER, anthropicWire, geminiWire, openaiWire } from './loopback/wires.ts';

const PDF = new Uint8Array(Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'));
const base64 = Buffer.from(PDF).toString('base64');
const withFile = (part: object) =>
  [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'What is in it?' },
        { type: 'file', ...part },
      ],
    },
  ] as never;
const noDocuments = ['local-server'];
let vendor: LoopbackVendor;
beforeAll(async () => {
  vendor = await LoopbackVendor.start(openaiWire);
});
afterAll(() => vendor.close());
beforeEach(() => {
  vendor.reset();
  vendor.wire = openaiWire;
});

describe.each(textKinds)('documents in a message to $name', (kind) => {
  it('are sent, or rejected before anything is sent', async () => {
    vendor.wire = kind.wire;
    const ai = await kind.make(vendor.url, {
      defaultModel: kind.name === 'cloud-platform' ? 'global.amazon.nova-2-lite-v1:0' : 'model-one',
    });
    const answer = ai.chat(withFile({ data: PDF, filename: 'report.pdf' }));
    if (noDocuments.includes(kind.name)) {
      await expect(answer).rejects.toMatchObject({ code: 'NOT_IMPLEMENTED', message: expect.stringContaining('application/pdf') });
      expect(vendor.requests.filter(kind.isCall)).toHaveLength(0);
    } else {
      expect((await answer).content).toBe(ANSWER);
      expect(vendor.requests.at(-1)?.body).toContain(base64);
    }
  });

  it('that are text can be sent to every kind', async () => {
    vendor.wire = kind.wire;
    const ai = await kind.make(vendor.url, {
      defaultModel: kind.name === 'cloud-platform' ? 'global.amazon.nova-2-lite-v1:0' : 'model-one',
    });
    const text = Buffer.from('# A heading\nand more');
    expect((await ai.chat(withFile({ data: new Uint8Array(text), mimeType: 'text/markdown', filename: 'notes.md' }))).content).toBe(ANSWER);
    const { body } = vendor.requests.at(-1)!;
    expect(body.includes('A heading') || body.includes(text.toString('base64'))).toBe(true);
  });
});

describe('a document', () => {
  it('may be bytes, base64, a data: URL or a public address', async () => {
    const ai = await getAI({ type: 'openai', apiKey: 'test-key', baseUrl: vendor.url }, {});
    for (const data of [PDF, base64, `data:application/pdf;base64,${base64}`]) {
      await ai.chat(withFile({ data, filename: 'report.pdf', ...(data === base64 ? { mimeType: 'application/pdf' } : {}) }));
      expect(vendor.requests.at(-1)?.json['messages']).toMatchObject([
        {
          content: [
            { type: 'text' },
            { type: 'file', file: { filename: 'report.pdf', file_data: `data:application/pdf;base64,${base64}` } },
          ],
        },
      ]);
    }
    vendor.wire = anthropicWire;
    const claude = await getAI({ type: 'anthropic', apiKey: 'test-key', baseUrl: vendor.url }, {});
    await claude.chat(withFile({ data: 'https://example.com/report.pdf' }));
    expect(vendor.requests.at(-1)?.body).toContain('{"type":"document","source":{"type":"url","url":"https://example.com/report.pdf"}}');
  });

  it('is fetched by the library if the vendor does not, within the rules', async () => {
    const files = await LoopbackVendor.start(() => ({ bytes: PDF, type: 'application/pdf' }));
    vendor.wire = geminiWire;
    const ai = await getAI({ type: 'gemini', apiKey: 'test-key', baseUrl: vendor.url, imageUrlOrigins: [files.origin] }, {});
    await ai.chat(withFile({ data: `${files.url}/report.pdf` }));
    expect(vendor.requests.at(-1)?.body).toContain(base64);
    await expect(ai.chat(withFile({ data: 'http://10.0.0.1/report.pdf' }))).rejects.toThrow('messages[0].content[1].data');
    files.wire = () => ({ bytes: '<html>', type: 'text/html' });
    await expect(ai.chat(withFile({ data: `${files.url}/report.pdf` }))).rejects.toMatchObject({ code: 'IMAGE_FETCH_ERROR' });
    await files.close();
  });

  it.each([
    [{ data: new Uint8Array([1, 2, 3]) }, 'mimeType'],
    [{ data: PDF, mimeType: 'application/x-msdownload' }, 'is no PDF, text, sound or video'],
    [{ data: 5 }, 'messages[0].content[1].data'],
    [{ data: 'not base64!' }, 'not base64'],
    [{}, 'messages[0].content[1].data'],
  ])('of another shape is rejected: %j', async (part, named) => {
    await expect(createFakeAI(['x']).chat(withFile(part))).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining(named),
    });
  });
});
