import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDiscoveryArtifact, isDigest, verifyDiscoveryArtifact } from './artifact.ts';
import { canonicalJson } from './canonical-json.ts';
import type { DiscoveryArtifact, DiscoveryCommand, DiscoveryPayload } from './discovery.ts';

function command(commandName: string): DiscoveryCommand {
  return { methodName: commandName, commandName, kind: 'custom', scope: 'item', httpMethod: 'POST', pathSegments: [commandName] };
}

const payload: DiscoveryPayload = {
  user: { authenticated: true, id: 'u1' },
  warnings: ['Tag.embed: takes an object instance', 'Content.embed: takes an object instance', 'content.x: lower case comes last'],
  resources: [
    { slug: 'tags', className: 'Tag', apiPath: 'tags', label: 'Tags', commands: [command('merge'), command('get')] },
    { slug: 'contents', className: 'Content', apiPath: 'contents', label: 'Contents', description: 'What is published', commands: [] },
  ],
};

/** An artifact with a correct digest of arbitrary content, as a faulty server could send it. */
function sealed(hashed: Record<string, unknown>): unknown {
  const digest = `sha256:${createHash('sha256').update(canonicalJson(hashed)).digest('hex')}`;
  return { ...hashed, integrity: { algorithm: 'sha256', digest } };
}

describe('createDiscoveryArtifact', () => {
  it('orders resources by slug, commands by name and warnings by text, in code-unit order', async () => {
    const { discovery } = await createDiscoveryArtifact(payload);
    expect(discovery.resources.map((resource) => resource.slug)).toEqual(['contents', 'tags']);
    expect(discovery.resources[1]?.commands.map((entry) => entry.commandName)).toEqual(['get', 'merge']);
    expect(discovery.warnings).toEqual([
      'Content.embed: takes an object instance',
      'Tag.embed: takes an object instance',
      'content.x: lower case comes last',
    ]);
  });

  it('hashes the canonical form of everything but integrity', async () => {
    const { integrity, ...hashed } = await createDiscoveryArtifact(payload);
    expect(integrity.digest).toBe(`sha256:${createHash('sha256').update(canonicalJson(hashed)).digest('hex')}`);
    expect(isDigest(integrity.digest)).toBe(true);
  });

  it('computes the same digest for the same content in any order', async () => {
    const again = { ...payload, warnings: [...payload.warnings].reverse(), resources: [...payload.resources].reverse() };
    expect((await createDiscoveryArtifact(again)).integrity.digest).toBe((await createDiscoveryArtifact(payload)).integrity.digest);
  });

  it('does not modify the given payload', async () => {
    const copy = structuredClone(payload);
    await createDiscoveryArtifact(payload);
    expect(payload).toEqual(copy);
  });
});

describe('verifyDiscoveryArtifact', () => {
  it('returns the payload of a received artifact', async () => {
    const artifact = await createDiscoveryArtifact(payload);
    const received: unknown = JSON.parse(JSON.stringify(artifact));
    expect(await verifyDiscoveryArtifact(received)).toEqual(artifact.discovery);
  });

  it('rejects a payload that was changed after hashing', async () => {
    const artifact = await createDiscoveryArtifact(payload);
    const tampered = { ...artifact, discovery: { ...artifact.discovery, user: { authenticated: true, id: 'someone-else' } } };
    await expect(verifyDiscoveryArtifact(tampered)).rejects.toMatchObject({ code: 'artifact_digest' });
  });

  it('rejects a member that was added next to the payload', async () => {
    const artifact = await createDiscoveryArtifact(payload);
    await expect(verifyDiscoveryArtifact({ ...artifact, extra: 1 })).rejects.toMatchObject({ code: 'artifact_digest' });
  });

  it.each([
    ['a later version', { schema: 'urn:colophon:discovery', version: 2, discovery: payload }],
    ['another schema', { schema: 'urn:other:discovery', version: 1, discovery: payload }],
    ['no version', { schema: 'urn:colophon:discovery', discovery: payload }],
  ])('rejects %s, even with a valid digest', async (_what, hashed) => {
    await expect(verifyDiscoveryArtifact(sealed(hashed))).rejects.toMatchObject({ code: 'artifact_version' });
  });

  it.each([
    ['null', null],
    ['a list', []],
    ['no integrity', { schema: 'urn:colophon:discovery', version: 1, discovery: payload }],
    [
      'another algorithm',
      { schema: 'urn:colophon:discovery', version: 1, discovery: payload, integrity: { algorithm: 'md5', digest: 'md5:00' } },
    ],
    [
      'a digest in capitals',
      { schema: 'urn:colophon:discovery', version: 1, integrity: { algorithm: 'sha256', digest: `sha256:${'A'.repeat(64)}` } },
    ],
  ])('rejects %s as malformed', async (_what, value) => {
    await expect(verifyDiscoveryArtifact(value)).rejects.toMatchObject({ code: 'artifact_shape' });
  });

  it.each([
    ['/user', { ...payload, user: undefined }],
    ['/warnings/0', { ...payload, warnings: [1] }],
    ['/resources', { ...payload, resources: {} }],
    ['/resources/0/slug', { ...payload, resources: [{ ...payload.resources[0], slug: 7 }] }],
    [
      '/resources/0/commands/0/scope',
      { ...payload, resources: [{ ...payload.resources[0], commands: [{ ...command('x'), scope: 'world' }] }] },
    ],
    [
      '/resources/0/commands/0/httpMethod',
      { ...payload, resources: [{ ...payload.resources[0], commands: [{ ...command('x'), httpMethod: 'CONNECT' }] }] },
    ],
    [
      '/resources/0/commands/0/parameters/properties/title',
      {
        ...payload,
        resources: [{ ...payload.resources[0], commands: [{ ...command('x'), parameters: { properties: { title: true } } }] }],
      },
    ],
  ])('rejects a payload malformed at %s even with a correct digest', async (pointer, discovery) => {
    const value = sealed(
      JSON.parse(JSON.stringify({ schema: 'urn:colophon:discovery', version: 1, discovery })) as Record<string, unknown>,
    );
    await expect(verifyDiscoveryArtifact(value)).rejects.toMatchObject({
      code: 'artifact_shape',
      message: expect.stringContaining(pointer) as string,
    });
  });

  it('detects any single change of a text in the artifact', async () => {
    const artifact: DiscoveryArtifact = await createDiscoveryArtifact(payload);
    const text = JSON.stringify(artifact.discovery);
    await fc.assert(
      fc.asyncProperty(fc.nat(text.length - 1), fc.constantFrom('a', 'Z', '0', ' '), async (at, letter) => {
        const changed = text.slice(0, at) + letter + text.slice(at + 1);
        let discovery: unknown;
        try {
          discovery = JSON.parse(changed);
        } catch {
          return;
        }
        if (canonicalJson(discovery) === canonicalJson(artifact.discovery)) return;
        await expect(verifyDiscoveryArtifact({ ...artifact, discovery })).rejects.toMatchObject({ code: 'artifact_digest' });
      }),
    );
  });
});
