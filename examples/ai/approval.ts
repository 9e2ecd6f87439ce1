// A tool that needs approval: the first run stops and stores its conversation, the second continues with the decision.
import { readFile, writeFile } from 'node:fs/promises';
import { defineTool, getAIAuto, runTools, type Message, type RunToolsResult } from '@colophon/ai';

const [file = 'conversation.json', decision] = process.argv.slice(2);
const publish = defineTool({
  name: 'look_up',
  description: 'Publishes the entry of a name.',
  parameters: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  needsApproval: true,
  execute: ({ name }) => `RESULT-OF-TOOL: ${String(name)} is published`,
});

const ai = await getAIAuto();
const kept = decision === undefined ? undefined : (JSON.parse(await readFile(file, 'utf8')) as RunToolsResult);
const history: Message[] = kept?.messages ?? [{ role: 'user', content: 'Call the tool for the Harbour, please.' }];
const approvals = Object.fromEntries((kept?.pending ?? []).map((call) => [call.id, decision === 'yes']));
const result = await runTools(ai, history, { tools: [publish], approvals });
await writeFile(file, JSON.stringify(result));
const waiting = result.pending.map((call) => `${call.function.name} ${call.function.arguments}`);
console.log(result.status === 'completed' ? result.response?.content : `${result.status}: ${waiting.join(', ')}`);
