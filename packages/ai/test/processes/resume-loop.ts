// Continues a stored loop in a process of its own: resume-loop.ts <vendor url>, with {state, approvals} on standard input.
import { text } from 'node:stream/consumers';
import { defineTool, getAI, runTools } from '../../src/index.ts';

const { state, approvals } = JSON.parse(await text(process.stdin)) as { state: never; approvals: never };
const ran: unknown[] = [];
const transfer = defineTool({
  name: 'transfer',
  parameters: { type: 'object', properties: { euro: { type: 'number' } } },
  needsApproval: true,
  execute: (input) => {
    ran.push(input);
    return 'sent';
  },
});
const ai = await getAI({ type: 'openai', apiKey: 'test-key', baseUrl: `${process.argv[2]}/v1` }, {});
const result = await runTools(ai, state, { tools: [transfer], approvals });
process.stdout.write(JSON.stringify({ ran, status: result.status, state: result.state, problems: result.approvalProblems }));
