import { createOpenAI } from '@ai-sdk/openai';
import { getAI } from '@colophon/ai';
import { generateText } from 'ai';
import OpenAI from 'openai';
import { printRatios, race, startVendor } from './loopback.support.ts';

const vendor = await startVendor();
const baseURL = `${vendor.url}/v1`;
const ai = await getAI({ type: 'general-hosted', apiKey: 'k', baseUrl: baseURL, onUsage: () => undefined });
const model = createOpenAI({ apiKey: 'k', baseURL }).chat('gpt-6-luna');
const client = new OpenAI({ apiKey: 'k', baseURL, maxRetries: 0 });
const prompt = 'Write one sentence about foxes.';
const messages = [{ role: 'user' as const, content: prompt }];
const body = JSON.stringify({ model: 'gpt-6-luna', max_completion_tokens: 4096, reasoning_effort: 'none', store: false, messages });
const headers = { 'content-type': 'application/json', authorization: 'Bearer k' };

const contenders = {
  '@colophon/ai': () => ai.chat(messages),
  'AI SDK generateText': () => generateText({ model, prompt, maxOutputTokens: 4096, maxRetries: 0 }),
  'openai package': () => client.chat.completions.create({ model: 'gpt-6-luna', max_completion_tokens: 4096, messages }),
  'fetch with a timeout': async () => {
    const signal = AbortSignal.timeout(60_000);
    return (await fetch(`${baseURL}/chat/completions`, { method: 'POST', headers, body, signal })).json();
  },
  'raw fetch': async () => (await fetch(`${baseURL}/chat/completions`, { method: 'POST', headers, body })).json(),
};

// Every call of ours has a deadline, so a `fetch` with one is its floor; the first calls of a process are slower than those of a warm one.
printRatios('One chat call over loopback, of the first 1,500', await race(contenders, 1500), '@colophon/ai');
printRatios('The same after 8,000', await race(contenders, 6000, 8000), '@colophon/ai');
vendor.stop();
