import { LoopbackVendor, type Recorded } from '../../../../packages/ai/test/loopback/server.ts';

/** The sentence that this reviewer flags. */
export const HEARSAY = 'Everybody says so.';

/**
 * An AI vendor on the loopback interface with the Chat Completions wire, which reviews its input: it flags hearsay, quoting it, and accepts
 * the rest. It reads the piece between the fences, as a model would.
 */
export function startReviewingVendor(): Promise<LoopbackVendor> {
  return LoopbackVendor.start((request) => ({ json: completion(JSON.stringify(verdictOn(pieceIn(request)))) }));
}

/** The settings with which a Newsroom uses this vendor. */
export function settingsFor(vendor: LoopbackVendor): NodeJS.ProcessEnv {
  return { LIB_AI_PROVIDER: 'openai', LIB_AI_API_KEY: 'sk-loopback', LIB_AI_BASE_URL: `${vendor.url}/v1`, LIB_AI_MODEL: 'reviewer-1' };
}

function pieceIn({ json }: Recorded): { body: string } {
  const messages = json['messages'] as { role: string; content: string }[];
  const fenced = messages.findLast(({ role }) => role === 'user')?.content.split('\n')[1] ?? '';
  return (JSON.parse(fenced) as { content: { body: string } }).content;
}

function verdictOn({ body }: { body: string }): object {
  if (!body.includes(HEARSAY)) return { status: 'accepted', summary: 'Nothing to object to.', findings: [] };
  const finding = { severity: 'warning', title: 'Hearsay', detail: 'Nobody is named.', quote: HEARSAY, suggestion: null, factId: null };
  return { status: 'flagged', summary: 'One claim has no source.', findings: [finding] };
}

function completion(content: string): object {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_700_000_000,
    model: 'reviewer-1',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 },
  };
}
