export {
  ACCOUNT_CREDENTIAL_HEADER,
  ACCOUNT_CREDENTIAL_MEDIA_TYPE,
  ACCOUNT_PATHS,
  canonicalDigest,
  CREDENTIALS_CONTEXT,
  digestAsSri,
  EDITION_CREDENTIAL_TYPES,
  EDITION_KINDS,
  editionEvidence,
  SIGNED_ACCOUNT_FORMAT,
  SIGNED_EDITION_FORMAT,
} from './account.ts';
export type {
  AccountCredential,
  AccountCredentialType,
  AccountProof,
  AccountSubject,
  EditionEvidence,
  EditionKind,
  EditionStatement,
  RelatedResource,
  SignedAccount,
  SignedCorrection,
  SignedEditionAccount,
  SignedTextAccount,
} from './account.ts';
export {
  createDiscoveryArtifact,
  DiscoveryArtifactError,
  hasDiscoveryArtifactSchema,
  isDigest,
  verifyDiscoveryArtifact,
  verifyDiscoveryDigest,
} from './artifact.ts';
export type { DiscoveryArtifactFault } from './artifact.ts';
export { CANONICAL_JSON_MAX_DEPTH, canonicalJson, CanonicalJsonError } from './canonical-json.ts';
export { CLI_BUILTIN_COMMANDS } from './cli-commands.ts';
export type { CliBuiltinCommand } from './cli-commands.ts';
export {
  DEVICE_CODE_LIFETIME_SECONDS,
  DEVICE_GRANT_PATHS,
  DEVICE_GRANT_TYPE,
  DEVICE_POLL_INTERVAL_SECONDS,
  DEVICE_SLOW_DOWN_SECONDS,
} from './device-grant.ts';
export type {
  DeviceApproveRequest,
  DeviceDenyRequest,
  DeviceStartRequest,
  DeviceStartResponse,
  DeviceTokenApproved,
  DeviceTokenExpired,
  DeviceTokenPending,
  DeviceTokenRequest,
  DeviceTokenResponse,
  OAuthDeviceAuthorizationResponse,
  OAuthTokenErrorCode,
  OAuthTokenResponse,
  SessionEndedResponse,
  SessionResponse,
  SessionTenant,
} from './device-grant.ts';
export { DiscoveryShapeError, parseDiscoveryCommand, parseDiscoveryPayload, parseDiscoveryUser } from './discovery-payload.ts';
export {
  COMMAND_HTTP_METHODS,
  COMMAND_KINDS,
  COMMAND_SCOPES,
  DISCOVERY_ARTIFACT_SCHEMA,
  DISCOVERY_ARTIFACT_VERSION,
  DISCOVERY_PATH,
} from './discovery.ts';
export type {
  CommandHttpMethod,
  CommandKind,
  CommandScope,
  DiscoveryArtifact,
  DiscoveryCommand,
  DiscoveryParameters,
  DiscoveryPayload,
  DiscoveryRequirement,
  DiscoveryRequirements,
  DiscoveryResource,
  DiscoveryResponse,
  DiscoveryUser,
  JsonSchema,
} from './discovery.ts';
export { isFinishedJobStatus, JOB_EVENT, JOB_STATUSES, JOBS_PATH, laterJob } from './job.ts';
export type { JobEvent, JobRecord, JobStatus, JobTarget } from './job.ts';
export { isPlainObject } from './json.ts';
export type { JsonObject, JsonValue } from './json.ts';
export { isProblemDetails, PROBLEM_MEDIA_TYPE } from './problem.ts';
export type { FieldFault, ProblemDetails } from './problem.ts';
export { WITHHELD_KINDS, WITHHOLDING_CODES } from './shown.ts';
export type {
  BylineDigest,
  EditionCrop,
  EditionFact,
  EditionFile,
  EditionPassage,
  EditionPicture,
  EditionPoint,
  EditionReference,
  EditionTag,
  EditionWithheld,
  Shown,
  WithheldKind,
  WithholdingCode,
} from './shown.ts';
export { formatUserCode, normalizeUserCode, USER_CODE_ALPHABET, USER_CODE_LENGTH, UserCodeError } from './user-code.ts';
