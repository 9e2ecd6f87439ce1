import type { AnyCollectionClass, Call, Collection, Database, Operations, Presented, RelatedRows, SaveContext } from '@colophon/core';
import type { JobKind } from '@colophon/core/jobs';
import type { SurfaceOptions } from '@colophon/core/rest';
import type { ContentRecord } from './content-record.ts';

/** The collection of content that the methods of a capability run on. */
export type ContentCollection = Collection<ContentRecord>;

/** Opens all content for a call; work that no call of a record begins is given it. */
export type OpenContents = (database: Database, call?: Call) => ContentCollection;

/** What runs with a save or deletion of a record, inside its transaction; a throw stops it. */
type Hook = (record: ContentRecord, context: SaveContext) => Promise<void>;

/** What an application says once about its work in the background. */
export interface WorkSettings {
  /** How many versions made along the way each record keeps; undefined keeps all. */
  readonly keepVersions?: number | undefined;
  /** Days that the texts and files of contributions are kept that came to nothing; 90, 30 and 180 unless given. */
  readonly keepContributionsDays?: number | undefined;
  /** Days that events are kept; 30 unless given. */
  readonly keepEventsDays?: number | undefined;
  /** The number up to which all who follow events have read; what comes after is kept longer. */
  readonly eventsReadUpTo?: ((database: Database) => Promise<number | undefined>) | undefined;
  /** Days that it is remembered which mails came in; 30 unless given. */
  readonly keepMailDays?: number | undefined;
  /** Days that chats are kept after the last message; 180 unless given. */
  readonly keepChatDays?: number | undefined;
}

/** Something that is tidied up again and again, by every process. */
export type Sweep = (database: Database, settings: WorkSettings) => Promise<unknown>;

/** Something that is looked after again and again, by every process. */
export interface Loop {
  /** Milliseconds between two rounds. */
  readonly every: number;
  readonly run: (database: Database, open: OpenContents) => Promise<unknown>;
}

/** An address that speaks something else than the JSON of an operation. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'ALL';
  /** With `:name` for a part that varies. */
  readonly path: string;
  /** Under the address of the API, wherever that is mounted, or at the root of the application. */
  readonly under: 'api' | 'root';
  /** Undefined leaves the request to whatever else stands at this address. */
  readonly handle: (request: Request, parameters: Readonly<Record<string, string>>) => Promise<Response> | undefined;
}

/** What routes are made of. */
export interface RouteOptions extends SurfaceOptions {
  /** Where people reach the application, such as `https://news.example`. */
  readonly baseUrl: string;
  /** Ends what stays open by itself, when the application stops. */
  readonly closing?: AbortSignal | undefined;
  /** Where the site of a request stands, where tenants have hosts of their own; `baseUrl` unless given. */
  readonly siteOf?: ((request: Request) => Promise<string>) | undefined;
  /** The hub that tells subscribers of feeds of news (WebSub); none unless given. */
  readonly webSubHub?: string | undefined;
}

/**
 * One thing that content can do, such as citing or being corrected: all of it in one folder, added to `CAPABILITIES` by one
 * line. Its methods become methods of every record and of every collection of content.
 */
export interface Capability<OfRecord extends object = object, OfCollection extends object = object> {
  /** The collections that it stores and offers. */
  readonly tables?: readonly AnyCollectionClass[];
  /** The collections that it stores for itself. */
  readonly stores?: readonly AnyCollectionClass[];
  readonly record?: { readonly methods: OfRecord; readonly operations: Operations<OfRecord> };
  readonly collection?: { readonly methods: OfCollection; readonly operations: Operations<OfCollection> };
  /** The rows that `present` reads, by the names that `mayHave` is asked with: records without any cost no query. */
  readonly presence?: Readonly<Record<string, RelatedRows>>;
  /** What is added to the records of a page when they are answered, one answer for each. */
  readonly present?: (records: readonly Presented[], context: { database: Database; call: Call }) => Promise<readonly Presented[]>;
  readonly beforeSave?: Hook;
  readonly afterSave?: Hook;
  readonly beforeDelete?: Hook;
  readonly afterDelete?: Hook;
  readonly jobs?: (open: OpenContents) => readonly JobKind[];
  readonly sweeps?: readonly Sweep[];
  readonly loops?: readonly Loop[];
  /** Ends what it began beside requests, when the application stops; settles once it has ended. */
  readonly stop?: () => Promise<void>;
  readonly routes?: (options: RouteOptions) => readonly Route[];
  /** Adds its routes to an OpenAPI document. */
  readonly describe?: (document: Record<string, unknown>) => Record<string, unknown>;
}

/** States a capability, so that its operations can name its own methods only. */
export function capability<OfRecord extends object = object, OfCollection extends object = object>(
  parts: Capability<OfRecord, OfCollection>,
): Capability<OfRecord, OfCollection> {
  return parts;
}
