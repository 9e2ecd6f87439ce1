export { text } from './fields/text.ts';
