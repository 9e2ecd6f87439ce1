import type { McpResource } from '@colophon/core/mcp';

/** What programs of the MCP endpoint can keep, read and follow by its address. */
export const NEWSROOM_RESOURCES: readonly McpResource[] = [
  {
    path: 'contents/{id}',
    name: 'A piece',
    description: 'A piece as Markdown with YAML front matter.',
    operation: 'contents.toMarkdown',
    mimeType: 'text/markdown',
    text: 'markdown',
    isListed: true,
    changes: 'contents',
  },
  {
    path: 'contents/{id}/account',
    name: 'The account of a piece',
    description: 'How a published piece was made: facts, sources, reviews, and the programs that helped.',
    operation: 'contents.getPublishedTransparencyAction',
    mimeType: 'application/json',
    changes: 'contents',
  },
  {
    path: 'contents/{id}/readiness',
    name: 'The readiness of a piece',
    description: 'What a piece lacks before it can be published.',
    operation: 'contents.governanceState',
    mimeType: 'application/json',
    changes: 'contents',
  },
  {
    path: 'content-versions/{id}',
    name: 'A version of a piece',
    description: 'A version as it was kept; it never changes.',
    operation: 'content-versions.get',
    mimeType: 'application/json',
  },
  {
    path: 'tags',
    name: 'The vocabulary',
    description: 'The tags that have no other above them.',
    operation: 'tags.roots',
    mimeType: 'application/json',
  },
  {
    path: 'tags/{id}',
    name: 'A tag',
    description: 'A tag with those above and below it.',
    operation: 'tags.hierarchy',
    mimeType: 'application/json',
  },
];
