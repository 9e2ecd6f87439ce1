// Requests a value instead of prose. It is validated here, whatever the provider promised.
import { getAIAuto } from '@colophon/ai';

const schema = {
  type: 'object',
  properties: { title: { type: 'string' }, pages: { type: 'integer' } },
  required: ['title', 'pages'],
  additionalProperties: false,
};

const ai = await getAIAuto();
const response = await ai.chat([{ role: 'user', content: 'Give JSON for a short book about the sea.' }], {
  responseFormat: { type: 'json_schema', name: 'book', schema },
});
const book = response.object as { title: string; pages: number };
console.log(`${book.title}, ${book.pages} pages`);
