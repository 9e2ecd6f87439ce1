// Adds a vendor with OpenAI's wire, using the library's limits, events and errors.
import { compatibleVendor, getAI } from '@colophon/ai';

const acme = compatibleVendor({
  kind: 'acme',
  baseUrl: 'https://api.acme.example/v1',
  keyVariables: ['ACME_API_KEY'],
  models: { chat: 'acme-large', embedding: 'acme-embed' },
  flags: { embeddings: true },
});

const ai = await getAI({ vendor: acme, ...(process.env['ACME_BASE_URL'] ? { baseUrl: process.env['ACME_BASE_URL'] } : {}) });
const { content } = await ai.chat([{ role: 'user', content: 'Say hello.' }]);
console.log(`${ai.type}: ${content}`);
