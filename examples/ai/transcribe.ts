// Writes down what is said in a recording.
//   OPENAI_API_KEY=… node examples/ai/transcribe.ts interview.mp3
import { readFile } from 'node:fs/promises';
import { getAIAuto } from '@colophon/ai';

const ai = await getAIAuto();
const { text, duration } = await ai.transcribe(await readFile(process.argv[2] ?? 'interview.mp3'), { language: 'en' });
console.log(text);
if (duration !== undefined) console.error(`${duration} seconds`);
