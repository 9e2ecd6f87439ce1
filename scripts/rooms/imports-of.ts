import { parseSync } from 'oxc-parser';

/** A place where a file names another module. */
export interface Import {
  readonly line: number;
  /** The module as it is written; undefined if it is computed. */
  readonly name: string | undefined;
}

type SyntaxNode = Readonly<Record<string, unknown>>;

const MODULE_DECLARATION = /^(?:Import|Export|TSImport)/;
/** A relative source file, as in `new URL('./thread.ts', import.meta.url)`. */
const SOURCE_FILE = /^\.{1,2}\/.*\.tsx?$/;
const STYLE_IMPORT = /@import\s+(?:url\()?\s*['"]?([^'")\s;]+)/g;
/** A file without any of these names others only in declarations at its top level. */
const BELOW_TOP_LEVEL = /\b(?:import|require)\s*\(|import\.meta\.url/;

/**
 * Returns every import of a source file or style sheet: `import` and `export … from` of values and types, `import()`, `import('…')` types,
 * `import x = require`, `require`, `new URL('./x.ts', import.meta.url)`, and `@import` of CSS.
 */
export function importsOf(file: string, text: string): readonly Import[] {
  const lineAt = (at: number): number => text.slice(0, at).split('\n').length;
  if (file.endsWith('.css')) return [...text.matchAll(STYLE_IMPORT)].map(({ index, 1: name }) => ({ line: lineAt(index), name }));
  const found: Import[] = [];
  const isDeep = BELOW_TOP_LEVEL.test(text);
  const visit = (node: SyntaxNode): void => {
    const named = importIn(node);
    if (named !== undefined) found.push({ line: lineAt(node['start'] as number), name: named.name });
    for (const child of Object.values(node)) for (const each of [child].flat()) if (isNode(each)) visit(each);
  };
  for (const node of parseSync(file, text).program.body as unknown as readonly SyntaxNode[])
    if (isDeep || isNode(node['source']) || isNode(node['moduleReference'])) visit(node);
  return found;
}

function importIn(node: SyntaxNode): { readonly name: string | undefined } | undefined {
  const type = node['type'] as string | undefined;
  if (type === undefined) return undefined;
  if (MODULE_DECLARATION.test(type) && isNode(node['source'])) return { name: textOf(node['source']) };
  const [given] = (node['arguments'] as readonly SyntaxNode[] | undefined) ?? [];
  const callee = isNode(node['callee']) ? node['callee']['name'] : undefined;
  if (type === 'TSExternalModuleReference') return { name: textOf(node['expression']) };
  if (type === 'CallExpression' && callee === 'require') return { name: textOf(given) };
  const name = textOf(given);
  return type === 'NewExpression' && callee === 'URL' && name !== undefined && SOURCE_FILE.test(name) ? { name } : undefined;
}

const isNode = (value: unknown): value is SyntaxNode => typeof value === 'object' && value !== null;
const textOf = (node: unknown): string | undefined => (isNode(node) && typeof node['value'] === 'string' ? node['value'] : undefined);
