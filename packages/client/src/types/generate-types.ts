import { loadGenerator } from './load-generator.ts';

const HEADER = `/**
 * The types of an application's API, made of its OpenAPI document. Do not edit: make them anew when the application changes.
 */

`;

/**
 * Makes the TypeScript declarations of an OpenAPI 3.1 document: `paths` for `createClient`, and `components` with the records. Runs on
 * Node.
 *
 * @throws MissingGeneratorError when openapi-typescript or its TypeScript is not installed
 * @example
 * await writeFile('colophon.d.ts', await generateTypes(openApiDocument));
 */
export async function generateTypes(document: Readonly<Record<string, unknown>>): Promise<string> {
  const { default: openapiTypescript, astToString } = await loadGenerator();
  const nodes = await openapiTypescript(structuredClone(document) as unknown as Parameters<typeof openapiTypescript>[0], {
    alphabetize: true,
    // A property with a default may be left out of what is sent.
    defaultNonNullable: false,
    silent: true,
  });
  return HEADER + astToString(nodes);
}
