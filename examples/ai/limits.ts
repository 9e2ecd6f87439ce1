// Shows what a client rejects by itself, before anything is sent, and the events of every call.
import { AIError, getAIAuto } from '@colophon/ai';

const ai = await getAIAuto({
  generationLimits: { maxOutputTokens: 300 },
  timeout: 20_000,
  onRequest: ({ operation, status, attempts, requestedMaxOutputTokens, effectiveMaxOutputTokens }) =>
    console.log(JSON.stringify({ operation, status, attempts, requestedMaxOutputTokens, effectiveMaxOutputTokens })),
});
try {
  await ai.complete('Write a very long poem.', { maxTokens: 5000 });
} catch (error) {
  if (!AIError.isInstance(error)) throw error;
  console.log(error.code);
}
await ai.complete('Write a very short poem.');
