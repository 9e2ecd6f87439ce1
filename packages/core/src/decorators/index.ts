export { field } from './field.ts';
export { DecoratedObject, object } from './object.ts';
export { operation } from './operation.ts';
