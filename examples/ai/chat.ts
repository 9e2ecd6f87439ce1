// Asks one question of whatever provider the environment offers, and prints the answer and what it spent.
//   ANTHROPIC_API_KEY=… node examples/ai/chat.ts "Why is the sky blue?"
//   OLLAMA_HOST=localhost:11434 node examples/ai/chat.ts        (no key)
import { getAIAuto } from '@colophon/ai';

const question = process.argv[2] ?? 'Why is the sky blue?';
const ai = await getAIAuto({
  usageTags: { example: 'chat' },
  onUsage: (event) => console.error(`${event.provider} ${event.model}`, event.usage),
});
const { content } = await ai.chat([
  { role: 'system', content: 'Answer in one sentence.' },
  { role: 'user', content: question },
]);
console.log(content);
