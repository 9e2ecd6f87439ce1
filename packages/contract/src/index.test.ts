import { expect, it } from 'vitest';
import * as contract from './index.ts';

it('exports these values and no others', () => {
  expect(Object.keys(contract).sort()).toEqual([
    'CANONICAL_JSON_MAX_DEPTH',
    'COMMAND_HTTP_METHODS',
    'COMMAND_KINDS',
    'COMMAND_SCOPES',
    'CanonicalJsonError',
    'DEVICE_CODE_LIFETIME_SECONDS',
    'DEVICE_GRANT_PATHS',
    'DEVICE_GRANT_TYPE',
    'DEVICE_POLL_INTERVAL_SECONDS',
    'DEVICE_SLOW_DOWN_SECONDS',
    'DISCOVERY_ARTIFACT_SCHEMA',
    'DISCOVERY_ARTIFACT_VERSION',
    'DISCOVERY_PATH',
    'DiscoveryArtifactError',
    'DiscoveryShapeError',
    'JOB_STATUSES',
    'PROBLEM_MEDIA_TYPE',
    'USER_CODE_ALPHABET',
    'USER_CODE_LENGTH',
    'UserCodeError',
    'canonicalJson',
    'createDiscoveryArtifact',
    'formatUserCode',
    'isDigest',
    'isFinishedJobStatus',
    'isPlainObject',
    'isProblemDetails',
    'normalizeUserCode',
    'parseDiscoveryPayload',
    'verifyDiscoveryArtifact',
  ]);
});
