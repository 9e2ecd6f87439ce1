// One ceiling in dollars for two clients. A call that could exceed it is refused before anything is sent.
import { AIError, createSpendingLimit, getAI } from '@colophon/ai';

const spending = createSpendingLimit({
  maxCost: 0.05,
  // Your own prices override the library's dated table, which applies only at the vendors' own addresses.
  prices: {
    'gpt-6-luna': { inputPerMillion: 0.1, outputPerMillion: 0.5 },
    'claude-haiku-5-5': { inputPerMillion: 0.1, outputPerMillion: 0.5 },
  },
});
const writer = await getAI({ type: 'openai', spending });
const editor = await getAI({ type: 'anthropic', spending });

const draft = await writer.chat([{ role: 'user', content: 'Write one sentence about the sea.' }], { maxTokens: 200 });
await editor.chat([{ role: 'user', content: `Shorten: ${draft.content}` }], { maxTokens: 200 });
try {
  await writer.chat([{ role: 'user', content: 'x'.repeat(1_000_000) }]);
} catch (error) {
  if (!AIError.isInstance(error)) throw error;
  console.log(error.code);
}
const { spent, reserved } = await spending.status();
console.log(`$${spent.toFixed(6)} spent, $${reserved} reserved`);
