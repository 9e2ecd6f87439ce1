import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'rolldown/parseAst';
import { expect, it } from 'vitest';
import { newsroom } from './application.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const SOURCES = ['packages/ui/src/**/*.{ts,tsx}', 'apps/newsroom/desk/src/**/*.{ts,tsx}'];
const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete']);

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [member: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** Every node of a file, outermost first. */
function nodesOf(root: Node): readonly Node[] {
  const inner = Object.values(root).flatMap((value) => (Array.isArray(value) ? value : [value]));
  return [root, ...inner.filter(isNode).flatMap(nodesOf)];
}

/** The names of an object literal with their values; a variable is resolved within the file. */
function membersOf(value: Node | undefined, file: readonly Node[]): ReadonlyMap<string, Node> {
  if (value === undefined) return new Map();
  const inner = (value['argument'] ?? value['expression'] ?? value['right'] ?? value['consequent']) as Node | undefined;
  if (value.type === 'Identifier') {
    const isIt = (node: Node): boolean => node.type === 'VariableDeclarator' && (node['id'] as Node)['name'] === value['name'];
    const declared = file.findLast((node) => isIt(node) && node.start < value.start);
    return membersOf((declared?.['init'] ?? undefined) as Node | undefined, file);
  }
  if (value.type !== 'ObjectExpression') return inner === undefined ? new Map() : membersOf(inner, file);
  return new Map(
    (value['properties'] as readonly Node[]).flatMap((each) => {
      if (each.type === 'SpreadElement') return [...membersOf(each['argument'] as Node, file)];
      const key = each['key'] as Node;
      return [[String(key['name'] ?? key['value']), each['value'] as Node] as const];
    }),
  );
}

/** The API requests in a source file whose parameters can be determined statically: `get /contents ? limit`. */
function questionsOf(source: string, lang: 'ts' | 'tsx'): readonly string[] {
  const file = nodesOf(parseAst(source, { lang }) as unknown as Node);
  return file
    .filter(({ type }) => type === 'CallExpression')
    .flatMap((call) => {
      const callArguments = call['arguments'] as readonly Node[];
      const at = callArguments.findIndex(({ value }) => typeof value === 'string' && /^\/[a-z]/.test(value));
      if (at === -1) return [];
      const methodName = String(callArguments[at - 1]?.['value'] ?? ((call['callee'] as Node)['property'] as Node | undefined)?.['name']);
      const options = membersOf(callArguments[at + 1], file);
      const params = options.has('params') ? membersOf(options.get('params'), file) : options;
      const names = [...membersOf(params.get('query'), file).keys()];
      const address = `${METHODS.has(methodName) ? methodName : 'get'} ${String(callArguments[at]?.['value'])}`;
      return names.map((name) => `${address} ? ${name}`);
    });
}

it('accepts every parameter that the components and the desk send', async () => {
  const { paths } = (await newsroom.describe()) as unknown as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly parameters?: readonly { readonly name?: string }[] }>>>>;
  };
  const accepted = new Set(
    Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).flatMap(([method, { parameters = [] }]) =>
        parameters.map(({ name }) => `${method} ${path.replace(/^\/api\/v1/, '')} ? ${name}`),
      ),
    ),
  );
  const requests = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
    .filter((name) => !name.includes('.test.'))
    .flatMap((name) => {
      const questions = questionsOf(readFileSync(`${ROOT}/${name}`, 'utf8'), name.endsWith('x') ? 'tsx' : 'ts');
      return questions.map((question) => ({ name, question }));
    });
  expect(requests.length).toBeGreaterThan(20);
  // An ordered list also accepts its fields as filters: the document does not name those as parameters.
  const isTaken = (question: string): boolean => accepted.has(question) || accepted.has(`${question.split(' ? ')[0]} ? orderBy`);
  expect(requests.filter(({ question }) => !isTaken(question))).toEqual([]);
});
