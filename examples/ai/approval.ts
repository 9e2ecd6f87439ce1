// A tool that needs approval: the first run stops and stores its conversation, the second continues with the decision.
import { readFile, writeFile } from 'node:fs/promises';
import { decideApproval, defineTool, getAIAuto, runTools, type Message, type ToolLoopState } from '@colophon/ai';

const [file = 'conversation.json', decision] = process.argv.slice(2);
const publish = defineTool({
  name: 'look_up',
  description: 'Publishes the entry of a name.',
  parameters: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  needsApproval: true,
  execute: ({ name }) => `RESULT-OF-TOOL: ${String(name)} is published`,
});

const ai = await getAIAuto();
const kept = decision === undefined ? undefined : (JSON.parse(await readFile(file, 'utf8')) as ToolLoopState);
const history: Message[] = [{ role: 'user', content: 'Call the tool for the Harbour, please.' }];
const outcome = decision === 'yes' ? 'approved' : 'rejected';
const approvals = (kept?.waiting ?? []).map((pending) => decideApproval(pending, { decision: outcome, by: 'the operator' }));
const result = await runTools(ai, kept ?? history, { tools: [publish], approvals });
await writeFile(file, JSON.stringify(result.state));
const waiting = result.state.waiting.map((call) => `${call.tool} ${call.arguments}`);
console.log(result.status === 'completed' ? result.response?.content : `${result.status}: ${waiting.join(', ')}`);
