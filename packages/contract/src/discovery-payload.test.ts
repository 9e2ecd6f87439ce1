import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DiscoveryShapeError, parseDiscoveryPayload } from './discovery-payload.ts';

describe('parseDiscoveryPayload', () => {
  it('keeps the specified members and drops others', () => {
    const payload = { user: { authenticated: true, id: 'u1', extra: 1 }, warnings: ['w'], resources: [], artifact: {}, more: 1 };
    expect(parseDiscoveryPayload(payload)).toEqual({ user: { authenticated: true, id: 'u1' }, warnings: ['w'], resources: [] });
  });

  it('accepts or rejects any JSON, and names the invalid part', () => {
    const part = fc.jsonValue({ maxDepth: 3 });
    const almost = fc.record({
      user: fc.oneof(part, fc.record({ authenticated: fc.boolean() })),
      warnings: fc.oneof(part, fc.array(part)),
      resources: fc.oneof(part, fc.array(fc.record({ slug: part, commands: part }))),
    });
    fc.assert(
      fc.property(fc.oneof(part, almost), (value) => {
        try {
          expect(Array.isArray(parseDiscoveryPayload(value).resources)).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(DiscoveryShapeError);
          expect((error as DiscoveryShapeError).pointer).toMatch(/^(\/|$)/);
        }
      }),
    );
  });
});
