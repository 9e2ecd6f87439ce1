export { readInput } from '../record/read-input.ts';
