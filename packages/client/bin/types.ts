export { generateTypes } from './generate-types.ts';
export { MissingGeneratorError } from './load-generator.ts';
