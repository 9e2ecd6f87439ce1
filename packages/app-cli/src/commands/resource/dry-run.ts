import { redactHeader, redactUrl } from '../../http/redact.ts';
import { escapeJsonText, sanitizeText } from '../../io/sanitize.ts';
import { writeResult } from '../../output/write-result.ts';
import type { CommandContext } from '../../context/command-context.ts';
import type { BuiltRequest } from './build-request.ts';
import type { RequirementPlan } from './requirements.ts';

/** Shows the request without secrets, and sends nothing. */
export async function showDryRun(context: CommandContext, built: BuiltRequest, plan: RequirementPlan): Promise<void> {
  const { client, hasToken } = await context.session();
  const headers: Record<string, string> = {};
  if (hasToken) headers['authorization'] = redactHeader('authorization', '');
  if (built.body !== undefined) headers['content-type'] = 'application/json';
  Object.assign(headers, plan.headers);
  if (plan.readVersionInto !== undefined) headers[plan.readVersionInto] = '(the revision read from the server first)';
  const url = redactUrl(client.url(built.path, built.query));
  const lines = [`${built.method} ${url}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)];
  if (built.body !== undefined) lines.push('', escapeJsonText(JSON.stringify(built.body, null, 2)));
  await writeResult(context, {
    value: { dryRun: true, method: built.method, url, headers, ...(built.body !== undefined && { body: built.body }) },
    text: sanitizeText(lines.join('\n')),
  });
}
