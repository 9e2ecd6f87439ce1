import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import { AIError } from '../errors/errors.ts';

/**
 * Renders a conversation as the single text that a command line accepts. A single question is unchanged.
 *
 * @throws AIError `NOT_IMPLEMENTED` for images and tool turns, which cannot be represented.
 */
export function toTranscript(prompt: LanguageModelV4Prompt): string {
  const turns = prompt.map((message) => {
    if (message.role === 'system') return { label: 'System', text: message.content };
    const texts: string[] = [];
    for (const part of message.role === 'tool' ? [] : message.content) {
      if (part.type !== 'text') throw unsupported(part.type === 'file' ? 'images' : 'tool calls');
      texts.push(part.text);
    }
    if (message.role === 'tool') throw unsupported('tool results');
    return { label: message.role === 'user' ? 'Human' : 'Assistant', text: texts.join('') };
  });
  const [only] = turns;
  if (turns.length === 1 && only?.label === 'Human') return only.text;
  const system = turns.filter((turn) => turn.label === 'System').map((turn) => turn.text);
  const talk = turns.filter((turn) => turn.label !== 'System').map((turn) => `${turn.label}: ${turn.text}`);
  return [...system, ...talk].join('\n\n');
}

function unsupported(feature: string): AIError {
  return new AIError(`cli-subscription does not support ${feature}.`, { code: 'NOT_IMPLEMENTED', provider: 'cli-subscription' });
}
