// Prints an answer as it is written, aborts if the provider is silent for ten seconds, and prints why it stopped.
import { getAIAuto } from '@colophon/ai';

const ai = await getAIAuto();
const stream = ai.stream([{ role: 'user', content: 'Tell a story in three sentences.' }], { maxTokens: 500, idleTimeout: 10_000 });
for await (const chunk of stream) process.stdout.write(chunk);
const { finishReason, usage } = await stream.response;
console.log(`\n(${finishReason}, ${usage?.completionTokens} tokens)`);
