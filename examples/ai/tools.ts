// Lets a model look something up and, after approval, book it: the library runs the tools and sends the results back.
import { defineTool, getAIAuto, runTools } from '@colophon/ai';

const hours = new Map([['Harbour', 'RESULT-OF-TOOL: open from nine to five']]);
const place = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } as const;
const lookUp = defineTool({
  name: 'look_up',
  description: 'Finds the opening hours of a place.',
  parameters: place,
  execute: (input) => {
    console.log(`look_up(${String(input['name'])})`);
    return hours.get(String(input['name'])) ?? 'unknown';
  },
});
const book = defineTool({ name: 'book', description: 'Books a visit.', parameters: place, needsApproval: true, execute: () => 'booked' });

const ai = await getAIAuto();
const { status, response } = await runTools(ai, [{ role: 'user', content: 'Call the tool: when is the Harbour open?' }], {
  tools: [lookUp, book],
  maxSteps: 5,
  budget: { maxTokens: 20_000 },
  approve: ({ tool, input }) => confirm(`${tool} ${JSON.stringify(input)}?`),
});
console.log(status === 'completed' ? response?.content : status);

/** An interactive program would ask its user; this one declines. */
function confirm(question: string): boolean {
  console.log(question);
  return false;
}
