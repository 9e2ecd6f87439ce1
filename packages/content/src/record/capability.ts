import type { AnyCollectionClass, Call, Collection, Database, Operations, Presented, RelatedRows, SaveContext } from '@colophon/core';
import type { JobKind } from '@colophon/core/jobs';
import type { SurfaceOptions } from '@colophon/core/rest';
import type { ContentRecord } from './content-record.ts';

/** The collection of content on which the methods of a capability run. */
export type ContentCollection = Collection<ContentRecord>;

/** Opens all content for a call; passed to work that is not started by a record's call. */
export type OpenContents = (database: Database, call?: Call) => ContentCollection;

/** A hook of a save or deletion of a record, inside its transaction; an exception aborts it. */
type Hook = (record: ContentRecord, context: SaveContext) => Promise<void>;

/** The settings of background work. */
export interface WorkSettings {
  /** The number of intermediate versions that each record keeps; undefined keeps all. */
  readonly keepVersions?: number | undefined;
  /** Days that the texts and files of closed contributions are kept; default 90, 30 and 180. */
  readonly keepContributionsDays?: number | undefined;
  /** Days that events are kept; default 30. */
  readonly keepEventsDays?: number | undefined;
  /** Returns the number up to which all followers of events have read; later events are kept longer. */
  readonly eventsReadUpTo?: ((database: Database) => Promise<number | undefined>) | undefined;
  /** Days that the log of received mails is kept; default 30. */
  readonly keepMailDays?: number | undefined;
  /** Days that chats are kept after the last message; default 180. */
  readonly keepChatDays?: number | undefined;
}

/** A periodic clean-up, run by every process. */
export type Sweep = (database: Database, settings: WorkSettings) => Promise<unknown>;

/** Periodic work, run by every process. */
export interface Loop {
  /** Milliseconds between two rounds. */
  readonly every: number;
  readonly run: (database: Database, open: OpenContents) => Promise<unknown>;
}

/** A route that does not speak the JSON of an operation. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'ALL';
  /** With `:name` for a parameter. */
  readonly path: string;
  /** Below the API's path, wherever that is mounted, or at the root of the application. */
  readonly under: 'api' | 'root';
  /** Undefined passes the request on to other routes of this path. */
  readonly handle: (request: Request, parameters: Readonly<Record<string, string>>) => Promise<Response> | undefined;
}

/** A page for people, which the site puts into its frame. */
export interface SitePage {
  readonly title: string;
  /** HTML whose values are escaped. */
  readonly content: string;
  /** The path of the page. */
  readonly path: string;
  readonly status: number;
}

/** The options for creating routes. */
export interface RouteOptions extends SurfaceOptions {
  /** The public URL of the application, such as `https://news.example`. */
  readonly baseUrl: string;
  /** Ends open streams when the application stops. */
  readonly closing?: AbortSignal | undefined;
  /** Returns the site of a request, if tenants have their own hosts; default `baseUrl`. */
  readonly siteOf?: ((request: Request) => Promise<string>) | undefined;
  /** Renders pages for people in the look of the site; by default they are plain. */
  readonly renderPage?: ((page: SitePage, request: Request) => Promise<Response>) | undefined;
  /** The WebSub hub that notifies subscribers of feeds; default none. */
  readonly webSubHub?: string | undefined;
}

/**
 * One capability of content, such as citing or corrections: all of it in one folder, added to `CAPABILITIES` by one line. Its methods
 * become methods of every record and of every collection of content.
 */
export interface Capability<OfRecord extends object = object, OfCollection extends object = object> {
  /** The collections that it exposes. */
  readonly tables?: readonly AnyCollectionClass[];
  /** Its internal collections. */
  readonly stores?: readonly AnyCollectionClass[];
  readonly record?: { readonly methods: OfRecord; readonly operations: Operations<OfRecord> };
  readonly collection?: { readonly methods: OfCollection; readonly operations: Operations<OfCollection> };
  /** Fields whose value `present` may replace, with the private columns that it needs for that. */
  readonly replaces?: Readonly<Record<string, readonly string[]>>;
  /** The rows that `present` reads, by the names for `mayHave`: records without such rows cost no query. */
  readonly presence?: Readonly<Record<string, RelatedRows>>;
  /** Returns the members to add to the records of a page in responses, one result per record. */
  readonly present?: (records: readonly Presented[], context: { database: Database; call: Call }) => Promise<readonly Presented[]>;
  readonly beforeSave?: Hook;
  readonly afterSave?: Hook;
  readonly beforeDelete?: Hook;
  readonly afterDelete?: Hook;
  readonly jobs?: (open: OpenContents) => readonly JobKind[];
  readonly sweeps?: readonly Sweep[];
  readonly loops?: readonly Loop[];
  /** Stops its background activity when the application stops; resolves once that has ended. */
  readonly stop?: () => Promise<void>;
  readonly routes?: (options: RouteOptions) => readonly Route[];
  /** Adds its routes to an OpenAPI document. */
  readonly describe?: (document: Record<string, unknown>) => Record<string, unknown>;
}

/** Defines a capability, so that its operations can only name its own methods. */
export function capability<OfRecord extends object = object, OfCollection extends object = object>(
  parts: Capability<OfRecord, OfCollection>,
): Capability<OfRecord, OfCollection> {
  return parts;
}
