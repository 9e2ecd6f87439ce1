// Uses a local model if the hosted one fails. Each keeps its own ceilings.
import { getAI, withFallback } from '@colophon/ai';

const hosted = await getAI({
  type: 'assistant-hosted',
  onRequest: (event) => console.error(`hosted: ${event.status} ${event.errorCode ?? ''}`),
});
const local = await getAI({ type: 'local-server', generationLimits: { maxOutputTokens: 1000 } });
const ai = withFallback([hosted, local]);
console.log(await ai.message('Are you there?'));
