// What bodies may hold, for whoever renders one elsewhere, in a browser for example: nothing here needs Node.
export { cleanImages, followIds } from './clean-tree.ts';
export { bodySchema } from './sanitize-schema.ts';
