import Anthropic from '@anthropic-ai/sdk';
import { BedrockRuntimeClient, ConverseCommand } from '@aws-sdk/client-bedrock-runtime';
import { GoogleGenAI } from '@google/genai';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getAI } from '../src/index.ts';
import { LoopbackVendor, type Wire } from './loopback/server.ts';
import { anthropicWire, bedrockWire, geminiWire, openaiWire, PNG, PNG_BASE64 } from './loopback/wires.ts';

const parameters = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } as const;
const tools = [{ type: 'function', function: { name: 'look_up', description: 'Looks a name up.', parameters } }] as const;
const messages = [
  { role: 'system', content: 'Be brief.' },
  {
    role: 'user',
    content: [
      { type: 'text', text: 'What is this?' },
      { type: 'image', image: PNG },
    ],
  },
] as const;
const options = { maxTokens: 200, stop: ['END'], tools };

/** Sends the same call through a vendor's own package and through our code, to one recorder. */
describe('our requests equal those of the vendor’s own package', () => {
  let vendor: LoopbackVendor;
  beforeAll(async () => {
    vendor = await LoopbackVendor.start(() => ({ json: {} }));
  });
  afterAll(() => vendor.close());
  beforeEach(() => vendor.reset());

  const compare = async (
    wire: Wire,
    sendTheirs: () => Promise<unknown>,
    sendOurs: () => Promise<unknown>,
    known: Record<string, unknown>,
  ): Promise<void> => {
    vendor.wire = wire;
    await sendTheirs();
    await sendOurs();
    const [theirRequest, ourRequest] = vendor.requests;
    expect(ourRequest?.path.split('?')[0]).toBe(theirRequest?.path.split('?')[0]);
    // Intended differences are listed; everything else is equal.
    expect(ourRequest?.json).toEqual({ ...theirRequest?.json, ...known });
  };

  it('to OpenAI', async () => {
    const client = new OpenAI({ apiKey: 'k', baseURL: `${vendor.url}/v1`, maxRetries: 0 });
    const ai = await getAI({ apiKey: 'k', baseUrl: `${vendor.url}/v1` }, {});
    await compare(
      openaiWire,
      () =>
        client.chat.completions.create({
          model: 'gpt-6-luna',
          max_completion_tokens: 200,
          stop: ['END'],
          reasoning_effort: 'none',
          store: false,
          tools: tools as never,
          messages: [
            { role: 'developer', content: 'Be brief.' },
            {
              role: 'user',
              content: [
                { type: 'text', text: 'What is this?' },
                { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG_BASE64}` } },
              ],
            },
          ],
        }),
      () => ai.chat(messages, options),
      {},
    );
  });

  it('to Anthropic', async () => {
    const client = new Anthropic({ apiKey: 'k', baseURL: vendor.url, maxRetries: 0 });
    const ai = await getAI({ type: 'assistant-hosted', apiKey: 'k', baseUrl: vendor.url }, {});
    await compare(
      anthropicWire,
      () =>
        client.messages.create({
          model: 'claude-haiku-5-5',
          max_tokens: 200,
          stop_sequences: ['END'],
          thinking: { type: 'disabled' },
          system: [{ type: 'text', text: 'Be brief.' }],
          tools: [{ name: 'look_up', description: 'Looks a name up.', input_schema: parameters as never }],
          messages: [
            {
              role: 'user',
              content: [
                { type: 'text', text: 'What is this?' },
                { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG_BASE64 } },
              ],
            },
          ],
        }),
      () => ai.chat(messages, options),
      {},
    );
  });

  it('to Gemini', async () => {
    const client = new GoogleGenAI({ apiKey: 'k', httpOptions: { baseUrl: vendor.url, apiVersion: 'v1beta' } });
    const ai = await getAI({ type: 'multimodal-hosted', apiKey: 'k', baseUrl: `${vendor.url}/v1beta` }, {});
    const functionDeclarations = [{ name: 'look_up', description: 'Looks a name up.', parametersJsonSchema: parameters }];
    await compare(
      geminiWire,
      () =>
        client.models.generateContent({
          model: 'gemini-3.8-flash',
          contents: [{ role: 'user', parts: [{ text: 'What is this?' }, { inlineData: { mimeType: 'image/png', data: PNG_BASE64 } }] }],
          config: {
            systemInstruction: { parts: [{ text: 'Be brief.' }] },
            maxOutputTokens: 200,
            stopSequences: ['END'],
            tools: [{ functionDeclarations }],
          },
        }),
      () => ai.chat(messages, options),
      {
        // Thinking cannot be switched off there; it is set to its lowest.
        generationConfig: { maxOutputTokens: 200, stopSequences: ['END'], thinkingConfig: { thinkingLevel: 'low' } },
        systemInstruction: { parts: [{ text: 'Be brief.' }] },
      },
    );
  });

  it('to Bedrock, signed for the same service and region', async () => {
    const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret', sessionToken: 'session' };
    const client = new BedrockRuntimeClient({
      region: 'eu-west-1',
      endpoint: vendor.url,
      credentials,
      maxAttempts: 1,
      requestHandler: new NodeHttpHandler(),
    });
    const ai = await getAI({ type: 'cloud-platform', region: 'eu-west-1', credentials, baseUrl: vendor.url }, {});
    const toolSpec = { name: 'look_up', description: 'Looks a name up.', inputSchema: { json: parameters as never } };
    await compare(
      bedrockWire,
      () =>
        client.send(
          new ConverseCommand({
            modelId: 'global.amazon.nova-2-lite-v1:0',
            system: [{ text: 'Be brief.' }],
            inferenceConfig: { maxTokens: 200, stopSequences: ['END'] },
            toolConfig: { tools: [{ toolSpec }] },
            messages: [{ role: 'user', content: [{ text: 'What is this?' }, { image: { format: 'png', source: { bytes: PNG } } }] }],
          }),
        ),
      () => ai.chat(messages, options),
      {},
    );
    const scope = vendor.requests.map(
      (request) => /Credential=AKIDEXAMPLE\/\d+\/([\w/-]+)/.exec(String(request.headers.authorization))?.[1],
    );
    expect(scope).toEqual(['eu-west-1/bedrock/aws4_request', 'eu-west-1/bedrock/aws4_request']);
    expect(vendor.requests[1]?.headers['x-amz-security-token']).toBe('session');
    client.destroy();
  });
});
