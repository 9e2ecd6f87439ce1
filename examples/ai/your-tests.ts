// Tests code that uses a provider, without a network and without a key.
import assert from 'node:assert/strict';
import type { AIProvider } from '@colophon/ai';
import { createFakeAI } from '@colophon/ai/testing';

/** Your own code that uses a model. */
async function headline(ai: AIProvider, article: string): Promise<string> {
  const text = await ai.message(`Write a headline of at most eight words for:\n${article}`, { maxTokens: 60 });
  return text.replace(/^"|"$/g, '');
}

const ai = createFakeAI(['"Ferry returns after long winter"']);
assert.equal(await headline(ai, 'The ferry sailed again on Monday…'), 'Ferry returns after long winter');
assert.match(JSON.stringify(ai.calls[0]), /at most eight words/);
console.log('ok');
