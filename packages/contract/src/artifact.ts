import { canonicalDigest } from './account.ts';
import { DISCOVERY_ARTIFACT_SCHEMA, DISCOVERY_ARTIFACT_VERSION, type DiscoveryArtifact, type DiscoveryPayload } from './discovery.ts';
import { parseDiscoveryPayload } from './discovery-payload.ts';
import { isPlainObject } from './json.ts';

/** Why an artifact was rejected: it has the wrong shape, an unknown version, or a wrong digest. */
export type DiscoveryArtifactFault = 'artifact_shape' | 'artifact_version' | 'artifact_digest';

/** A discovery artifact that must not be used. */
export class DiscoveryArtifactError extends Error {
  readonly code: DiscoveryArtifactFault;

  constructor(code: DiscoveryArtifactFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DiscoveryArtifactError';
    this.code = code;
  }
}

/**
 * Creates the artifact of a payload: resources sorted by `slug`, commands by `commandName` and warnings by text, all in code-unit order,
 * and hashed.
 *
 * The digest covers the RFC 8785 form of everything except `integrity`, so two servers with the same payload produce the same digest.
 *
 * @throws DiscoveryShapeError if the payload is malformed.
 * @throws CanonicalJsonError if it contains a value that is not JSON.
 *
 * @example
 * const artifact = await createDiscoveryArtifact({ user: { authenticated: false }, warnings: [], resources: [] });
 * artifact.integrity.digest // 'sha256:' and 64 hexadecimal digits
 */
export async function createDiscoveryArtifact(payload: DiscoveryPayload): Promise<DiscoveryArtifact> {
  const { user, warnings, resources } = parseDiscoveryPayload(payload);
  const discovery: DiscoveryPayload = {
    user,
    warnings: [...warnings].sort(),
    resources: resources
      .map((resource) => ({ ...resource, commands: [...resource.commands].sort((a, b) => compareCodeUnits(a.commandName, b.commandName)) }))
      .sort((a, b) => compareCodeUnits(a.slug, b.slug)),
  };
  const hashed = { schema: DISCOVERY_ARTIFACT_SCHEMA, version: DISCOVERY_ARTIFACT_VERSION, discovery } as const;
  return { ...hashed, integrity: { algorithm: 'sha256', digest: await canonicalDigest(hashed) } };
}

/**
 * Verifies a received artifact and returns the payload inside it, the only copy to use from then on.
 *
 * The digest is part of the artifact, so it detects damage, not forgery: to detect changes, compare it with a stored one.
 *
 * @throws DiscoveryArtifactError `artifact_version` if its schema or version is unknown, `artifact_digest` if the digest does not match,
 * `artifact_shape` if it is malformed.
 */
export async function verifyDiscoveryArtifact(value: unknown): Promise<DiscoveryPayload> {
  const { discovery } = await verifyDiscoveryDigest(value);
  try {
    return parseDiscoveryPayload(discovery);
  } catch (cause) {
    throw new DiscoveryArtifactError('artifact_shape', cause instanceof Error ? cause.message : 'The discovery artifact is malformed', {
      cause,
    });
  }
}

/**
 * Checks the version and the digest of an artifact and returns its content, whose shape is not validated yet: for clients that validate
 * each entry and drop only invalid ones.
 *
 * @throws DiscoveryArtifactError as {@link verifyDiscoveryArtifact}
 */
export async function verifyDiscoveryDigest(value: unknown): Promise<{ readonly discovery: unknown; readonly digest: string }> {
  if (!isPlainObject(value)) throw new DiscoveryArtifactError('artifact_shape', 'The discovery artifact is not an object');
  const { integrity, ...hashed } = value;
  if (hashed['schema'] !== DISCOVERY_ARTIFACT_SCHEMA || hashed['version'] !== DISCOVERY_ARTIFACT_VERSION) {
    throw new DiscoveryArtifactError(
      'artifact_version',
      `The discovery artifact is ${show(hashed['schema'])} version ${show(hashed['version'])}; this client supports ${DISCOVERY_ARTIFACT_SCHEMA} version ${DISCOVERY_ARTIFACT_VERSION}`,
    );
  }
  if (!isPlainObject(integrity) || integrity['algorithm'] !== 'sha256' || !isDigest(integrity['digest'])) {
    throw new DiscoveryArtifactError('artifact_shape', 'The discovery artifact has no sha256:<hex> digest');
  }
  const digest = await canonicalDigest(hashed).catch((cause: unknown) => {
    throw new DiscoveryArtifactError('artifact_shape', 'The discovery artifact has no canonical form', { cause });
  });
  if (digest !== integrity['digest']) {
    throw new DiscoveryArtifactError(
      'artifact_digest',
      `The discovery artifact does not match its digest: it states ${integrity['digest']}, its content has ${digest}`,
    );
  }
  return { discovery: hashed['discovery'], digest };
}

/**
 * Returns whether a value names the schema of {@link DiscoveryArtifact}, in whatever version and however damaged. The specification leaves
 * the form of the artifact open: a client passes over an artifact of another form, and rejects one of this form that it cannot verify.
 */
export function hasDiscoveryArtifactSchema(value: unknown): boolean {
  return isPlainObject(value) && value['schema'] === DISCOVERY_ARTIFACT_SCHEMA;
}

/** Returns whether a value has the format of an artifact digest: `sha256:` and 64 lower-case hexadecimal digits. */
export function isDigest(value: unknown): value is string {
  return typeof value === 'string' && /^sha256:[0-9a-f]{64}$/.test(value);
}

function compareCodeUnits(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function show(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? JSON.stringify(value).slice(0, 80) : 'of unknown form';
}
