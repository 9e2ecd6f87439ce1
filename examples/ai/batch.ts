// Submits conversations that can wait a day, and reads their answers once they are available: run it again with the handle.
import { readFile, writeFile } from 'node:fs/promises';
import { getAIAuto, type BatchHandle } from '@colophon/ai';

const ai = await getAIAuto();
const [, , file = 'batch.json'] = process.argv;

const handle = await readFile(file, 'utf8').then(
  (text) => JSON.parse(text) as BatchHandle,
  () => undefined,
);
if (handle === undefined) {
  const towns = ['Lisbon', 'Bergen', 'Valparaíso'];
  const requests = towns.map((town, index) => ({
    id: `town-${index + 1}`,
    messages: [{ role: 'user', content: `Describe the harbour of ${town} in one sentence.` }] as const,
    options: { maxTokens: 100 },
  }));
  await writeFile(file, JSON.stringify(await ai.submitBatch(requests)));
  console.log(`handed over ${requests.length}`);
} else {
  const { status } = await ai.getBatch(handle);
  console.log(status);
  if (status === 'succeeded') {
    for (const result of await ai.fetchBatchResults(handle)) {
      console.log('response' in result ? `${result.id}: ${result.response.content}` : `${result.id}: ${result.error.code}`);
    }
  }
}
