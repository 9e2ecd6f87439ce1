// Records what a provider answers the first time, and needs neither network nor key after that.
//   OPENAI_API_KEY=… node examples/ai/recorded.ts answers.json
import { getAI } from '@colophon/ai';
import { createRecorder } from '@colophon/ai/testing';

const { fetch, mode } = createRecorder({ file: process.argv[2] ?? 'answers.json' });
const ai = await getAI({ type: 'openai', apiKey: process.env['OPENAI_API_KEY'] ?? 'none', fetch });
const answer = await ai.message('Why is the sky blue?');
console.log(`${await mode()}: ${answer}`);
