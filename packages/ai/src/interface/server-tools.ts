/** The kinds of tool that a vendor runs itself. */
export type ServerToolKind = 'web_search' | 'web_fetch' | 'code_execution' | 'file_search' | 'mcp';

/** Where the person who asks is, roughly; used to localize search results. */
export interface ApproximateLocation {
  city?: string;
  region?: string;
  /** Two letters, ISO 3166-1. */
  country?: string;
  /** IANA, for example `Europe/Berlin`. */
  timezone?: string;
}

/** Searches the web. */
export interface WebSearchTool {
  type: 'web_search';
  /** The most searches in one answer. */
  maxUses?: number;
  /** Host names, without a scheme; not together with `blockedDomains`. */
  allowedDomains?: readonly string[];
  blockedDomains?: readonly string[];
  location?: ApproximateLocation;
}

/** Reads pages whose addresses stand in the conversation. */
export interface WebFetchTool {
  type: 'web_fetch';
  /** The most pages in one answer. */
  maxUses?: number;
  allowedDomains?: readonly string[];
  blockedDomains?: readonly string[];
  /** The most tokens of a page that are read. */
  maxContentTokens?: number;
}

/** Runs code in a container of the vendor's. */
export interface CodeExecutionTool {
  type: 'code_execution';
}

/** Searches stores of documents that were uploaded to the vendor before. */
export interface FileSearchTool {
  type: 'file_search';
  /** The names of the stores. */
  stores: readonly string[];
  /** The most passages that are found. */
  maxResults?: number;
}

/** Uses the tools of an MCP server that the vendor reaches over the network. The vendor runs them without asking. */
export interface RemoteMcpTool {
  type: 'mcp';
  /** Tells servers apart: letters, digits, `-` and `_`. */
  name: string;
  /** An `https:` URL. */
  url: string;
  /** A token for the server; kept out of errors like a key. */
  authorization?: string;
  /** The tools that may be used. Default: all. */
  allowedTools?: readonly string[];
}

/** A tool that the vendor runs itself, while it answers. */
export type ServerTool = WebSearchTool | WebFetchTool | CodeExecutionTool | FileSearchTool | RemoteMcpTool;

/**
 * A source that an answer used. Its texts come from the open web: they are plain text without markup, but must be escaped like any other.
 */
export interface Source {
  type: 'url' | 'document';
  /** `http:` or `https:` only. */
  url?: string;
  title?: string;
  /** The name of the file, for documents. */
  filename?: string;
  /** Whether the answer refers to it; absent: it was found, and whether it is referred to is not reported. */
  cited?: true;
  /** The passages to which the answer refers, if the vendor reports them. */
  citedTexts?: string[];
}
