import type { McpResource } from './mcp-resource.ts';
import type { ToolSets } from './tool-sets.ts';
import type { SurfaceOptions } from '../http/surface-options.ts';

export interface McpOptions extends SurfaceOptions {
  /** The name of the server. */
  readonly name: string;
  readonly version: string;
  /** Origins whose pages may use the endpoint, such as `https://news.example`; requests without an Origin pass. */
  readonly allowedOrigins?: readonly string[];
  /** Accepted Host headers, with port; if unset, the Host header is not checked. Set it on a loopback address to prevent DNS rebinding. */
  readonly allowedHosts?: readonly string[];
  /**
   * The address of the metadata of the protected resource (RFC 9728), if agents are connected by OAuth: requests without credentials are
   * then refused with it, since a client begins to sign in only when it is. Tools for everybody are at `/x/public`.
   */
  readonly resourceMetadata?: string;
  /**
   * The tools for each kind of work, of which clients choose by the address (`/x/<name>`). Without them everything is listed, or, if there are
   * more than 24 tools, the first ones and a search over the rest.
   */
  readonly toolsets?: ToolSets;
  /** What clients can keep, read and follow by its address. */
  readonly resources?: readonly McpResource[];
  /** Ends open streams when the process was asked to stop. */
  readonly closing?: AbortSignal;
  /** Where a person decides on a call of an agent that waits for them, such as a page of the desk; agents show the address to them. */
  readonly approvalUrl?: (approvalId: string) => string;
}
