import { isPlainObject } from '@colophon/contract';
import type { ToolResult } from './rest-tools.ts';

/** Returns whether a response is the result of a call as MCP defines it. */
export function isToolResult(answer: unknown): answer is ToolResult {
  return isPlainObject(answer) && Array.isArray(answer['content']);
}

/** Returns whether a response says that the tool failed, as MCP or as JSON-RPC does. */
export function isFailedCall(answer: unknown): boolean {
  if (!isPlainObject(answer)) return false;
  return answer['isError'] === true || (typeof answer['jsonrpc'] === 'string' && isPlainObject(answer['error']));
}

/**
 * Returns a response as the result of a tool. The specification leaves its form open: one of another form than MCP's is given as text, and,
 * if it is an object, as structured content, so that a client that expects the output of the tool finds it.
 */
export function asToolResult(answer: unknown): ToolResult {
  if (isToolResult(answer)) return answer;
  if (isPlainObject(answer) && typeof answer['jsonrpc'] === 'string' && isToolResult(answer['result'])) return answer['result'];
  return {
    content: answer === undefined ? [] : [{ type: 'text', text: answerText(answer) }],
    ...(isPlainObject(answer) && { structuredContent: answer }),
    ...(isFailedCall(answer) && { isError: true }),
  };
}

/** The text of any value: a text as it is, everything else as JSON. */
export function answerText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
