// Lets a model look something up: it asks for the tool, the program runs it, and the model answers with the result.
import { getAIAuto, type Message, type ToolDefinition } from '@colophon/ai';

const tools: ToolDefinition[] = [
  {
    type: 'function',
    function: {
      name: 'look_up',
      description: 'Finds the opening hours of a place.',
      parameters: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
    },
  },
];
const hours = new Map([['Harbour', 'RESULT-OF-TOOL: open from nine to five']]);

const ai = await getAIAuto();
const messages: Message[] = [{ role: 'user', content: 'Call the tool: when is the Harbour open?' }];
for (let turn = 0; turn < 5; turn += 1) {
  const response = await ai.chat(messages, { tools });
  messages.push(response.message);
  if (!response.toolCalls) {
    console.log(response.content);
    break;
  }
  for (const call of response.toolCalls) {
    const { name } = JSON.parse(call.function.arguments) as { name: string };
    console.log(`${call.function.name}(${name})`);
    messages.push({ role: 'tool', toolCallId: call.id, content: hours.get(name) ?? 'unknown' });
  }
}
