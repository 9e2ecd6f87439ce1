import { z } from 'zod';

const INVALID_PARAMS = -32602;

/** The parameters of `initialize` (Model Context Protocol, lifecycle). */
const Initialize = z.looseObject({
  protocolVersion: z.string('is required, such as "2025-11-25"'),
  capabilities: z.looseObject({}, 'is required, at least {}'),
  clientInfo: z.looseObject({ name: z.string('is needed'), version: z.string('is needed') }, 'is needed: {"name", "version"}'),
});

/** Returns the error response to an incomplete `initialize`; undefined for every other message. */
export function refuseInitialize(message: unknown): Response | undefined {
  const { id, method, params } = (typeof message === 'object' && message !== null ? message : {}) as Readonly<Record<string, unknown>>;
  if (method !== 'initialize') return undefined;
  const checked = Initialize.safeParse(params ?? {});
  if (checked.success) return undefined;
  const faults = checked.error.issues.map((issue) => `params.${issue.path.join('.')} ${issue.message}`);
  const isId = typeof id === 'string' || typeof id === 'number';
  const error = { code: INVALID_PARAMS, message: `${faults.join('; ')}.` };
  return Response.json({ jsonrpc: '2.0', id: isId ? id : null, error }, { status: 400 });
}
