// Shows an object while it is being written, and the validated one at the end.
import { getAIAuto } from '@colophon/ai';

const schema = {
  type: 'object',
  properties: { title: { type: 'string' }, pages: { type: 'integer' } },
  required: ['title', 'pages'],
  additionalProperties: false,
};
const ai = await getAIAuto();
const stream = ai.stream([{ role: 'user', content: 'Give JSON for a short book about the sea.' }], {
  responseFormat: { type: 'json_schema', name: 'book', schema },
});
for await (const event of stream.events()) {
  if (event.type === 'reasoning') process.stderr.write(event.text);
  if (event.type === 'object') console.log('so far:', JSON.stringify(event.object));
  if (event.type === 'finish') console.log('whole:', JSON.stringify(event.response.object));
}
