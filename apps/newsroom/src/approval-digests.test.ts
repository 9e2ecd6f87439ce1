import { digestOfCall as digestOfLibrary } from '@colophon/ai';
import { digestOfCall as digestOfStore } from '@colophon/core/approvals';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

// `@colophon/ai` must not need the framework, nor the framework an AI library, so each computes the digest itself.
describe('the digest that binds an approval to a call', () => {
  it('is the same in the AI library, which asks for it, and in the store of approvals', async () => {
    const args = fc.oneof(
      fc.json(),
      fc.string(),
      fc.constantFrom('', ' ', '{"b":1,"a":{"10":1,"9":2}}', '{"amount":1e400}', '{"amount":-1e400}', '['.repeat(20_000)),
    );
    await fc.assert(
      fc.asyncProperty(fc.string(), args, async (name, text) => {
        expect(digestOfStore(name, text)).toBe(await digestOfLibrary(name, text));
      }),
    );
  });
});
