// The same question to each of several vendors whose key is in the environment.
import { getAI } from '@colophon/ai';

const vendors = [
  ['groq', 'GROQ_API_KEY'],
  ['mistral', 'MISTRAL_API_KEY'],
  ['deepseek', 'DEEPSEEK_API_KEY'],
  ['openrouter', 'OPENROUTER_API_KEY'],
] as const;

const { AI_BASE_URL: baseUrl } = process.env;
for (const [type, variable] of vendors) {
  if (!process.env[variable]) continue;
  const ai = await getAI({ type, ...(baseUrl === undefined ? {} : { baseUrl }) });
  const { content, usage } = await ai.chat([{ role: 'user', content: 'Say hello.' }], { maxTokens: 50 });
  console.log(`${type}: ${content} (${usage?.totalTokens} tokens)`);
}
