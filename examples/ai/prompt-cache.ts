// Asks the vendor to cache a long instruction, so that the next call with the same one costs less.
import { getAIAuto } from '@colophon/ai';

const ai = await getAIAuto({
  onUsage: ({ usage }) => console.log(`written ${usage?.cacheWriteTokens ?? 0}, read ${usage?.cachedTokens ?? 0}`),
});
const manual = 'Answer in the style of the house. '.repeat(200);
for (const question of ['What is a colophon?', 'Where does it stand?']) {
  await ai.chat(
    [
      { role: 'system', content: manual, cacheControl: { ttl: '5m' } },
      { role: 'user', content: question },
    ],
    // Vendor-specific options are ignored by the others.
    { promptCache: { key: 'house-style' }, providerOptions: { openai: { service_tier: 'flex' } }, headers: { 'x-desk': 'books' } },
  );
}
