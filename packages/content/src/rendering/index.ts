// The allow-list of bodies, for code that renders them elsewhere, such as in a browser: nothing here needs Node.
export { cleanImages, eachElement, followIds } from './clean-tree.ts';
export { labelTasks } from './label-tasks.ts';
export { bodySchema } from './sanitize-schema.ts';
