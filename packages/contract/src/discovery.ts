/** Path of the discovery endpoint, below a server's base URL. */
export const DISCOVERY_PATH = '/api/_resources';

/** The caller, as the server sees them. */
export interface DiscoveryUser {
  readonly authenticated: boolean;
  readonly id?: string;
}

/** `crud` commands are list, get, create, update and delete; everything else is `custom`. */
export type CommandKind = 'crud' | 'custom';

/** An `item` command takes an id as its first argument; a `collection` command takes none. */
export type CommandScope = 'item' | 'collection';

export type CommandHttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export const COMMAND_KINDS: readonly CommandKind[] = ['crud', 'custom'];
export const COMMAND_SCOPES: readonly CommandScope[] = ['item', 'collection'];
export const COMMAND_HTTP_METHODS: readonly CommandHttpMethod[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** A header that a command accepts, and whether it is required. */
export interface DiscoveryRequirement {
  readonly header: string;
  readonly required: boolean;
}

/** The requirements of a command regarding retries and optimistic concurrency. */
export interface DiscoveryRequirements {
  /** `Idempotency-Key`: the client sends one key per invocation, the same on every retry. */
  readonly idempotencyKey?: DiscoveryRequirement;
  /** `If-Match`: the client sends the revision that the change was based on. */
  readonly expectedVersion?: DiscoveryRequirement;
}

/** The JSON Schema 2020-12 keywords that a client reads; other keywords are kept. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** The JSON Schema of a command's input: an object schema, with the declared requirements next to its properties. */
export interface DiscoveryParameters extends JsonSchema {
  readonly type?: 'object';
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly 'x-requirements'?: DiscoveryRequirements;
}

/** An operation on a resource. */
export interface DiscoveryCommand {
  /** The method's name in the source; its identity. */
  readonly methodName: string;
  /** The kebab-case name that a person types. */
  readonly commandName: string;
  readonly description?: string;
  readonly kind: CommandKind;
  readonly scope: CommandScope;
  readonly httpMethod: CommandHttpMethod;
  /** Appended to `/api/<collection>[/<id>]/`. A `{name}` in a segment is filled from the parameter of that name. */
  readonly pathSegments: readonly string[];
  readonly parameters?: DiscoveryParameters;
}

/** A collection of objects and the commands that the caller may run on it. */
export interface DiscoveryResource {
  /** The first word of the command line; equals `apiPath`. */
  readonly slug: string;
  readonly className: string;
  readonly apiPath: string;
  readonly label: string;
  readonly description?: string;
  readonly commands: readonly DiscoveryCommand[];
}

/** The discovery response: the caller, the available commands, and warnings about methods that could not be exposed. */
export interface DiscoveryPayload {
  readonly user: DiscoveryUser;
  /** `Class.method: reason` for each method that could not be exposed as a command. */
  readonly warnings: readonly string[];
  readonly resources: readonly DiscoveryResource[];
}

/** The schema name that a {@link DiscoveryArtifact} carries. */
export const DISCOVERY_ARTIFACT_SCHEMA = 'urn:colophon:discovery';

/** The only existing version of the artifact; a client rejects any other. */
export const DISCOVERY_ARTIFACT_VERSION = 1;

/** A versioned, ordered and hashed copy of the payload. */
export interface DiscoveryArtifact {
  readonly schema: typeof DISCOVERY_ARTIFACT_SCHEMA;
  readonly version: typeof DISCOVERY_ARTIFACT_VERSION;
  readonly discovery: DiscoveryPayload;
  readonly integrity: {
    readonly algorithm: 'sha256';
    /** `sha256:` and 64 lower-case hexadecimal digits. */
    readonly digest: string;
  };
}

/** The response of `GET /api/_resources`. */
export interface DiscoveryResponse extends DiscoveryPayload {
  readonly artifact?: DiscoveryArtifact;
}
