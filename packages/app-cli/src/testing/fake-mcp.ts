import { isPlainObject } from '@colophon/contract';
import { problem, type FakeAnswer, type SeenRequest } from './fake-http.ts';

/** The two REST endpoints for MCP tools of a fake server. */
export class FakeMcp {
  readonly tools: { name: string; description: string; inputSchema: object; [member: string]: unknown }[] = [
    {
      name: 'article_get',
      description: 'Reads an article',
      inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
      annotations: { readOnlyHint: true },
    },
    { name: 'article_fail', description: 'Always fails', inputSchema: { type: 'object', properties: {} } },
  ];

  handle(request: SeenRequest, paths = { tools: '/api/mcp/tools', call: '/api/mcp/call' }): FakeAnswer | undefined {
    if (request.method === 'GET' && request.path === paths.tools) return { status: 200, json: { tools: this.tools } };
    if (request.method !== 'POST' || request.path !== paths.call) return undefined;
    const { name, arguments: input } = isPlainObject(request.json) ? request.json : {};
    if (!this.tools.some((tool) => tool.name === name)) return problem(404, 'unknown_tool', `There is no tool ${String(name)}`);
    if (name === 'article_fail') return { status: 200, json: { content: [{ type: 'text', text: 'It did not work' }], isError: true } };
    return { status: 200, json: { content: [{ type: 'text', text: `article ${JSON.stringify(input)}` }] } };
  }
}
