import { loadGenerator } from './load-generator.ts';

const HEADER = `/**
 * The types of an application's API, generated from its OpenAPI document. Do not edit: regenerate them when the application changes.
 */

`;

/**
 * Generates the TypeScript declarations of an OpenAPI 3.1 document: `paths` for `createClient`, and `components` with the records. Requires
 * Node.
 *
 * @throws MissingGeneratorError if openapi-typescript or its TypeScript is not installed
 * @example
 * await writeFile('colophon.d.ts', await generateTypes(openApiDocument));
 */
export async function generateTypes(document: Readonly<Record<string, unknown>>): Promise<string> {
  const { default: openapiTypescript, astToString } = await loadGenerator();
  const nodes = await openapiTypescript(structuredClone(document) as unknown as Parameters<typeof openapiTypescript>[0], {
    alphabetize: true,
    // A property with a default is optional in requests.
    defaultNonNullable: false,
    silent: true,
  });
  return HEADER + astToString(nodes);
}
