import { createApplication } from '@colophon/app';
import { Places } from './objects.ts';

/** One list of collections, and from it every surface, with the same permission check on each. */
export const app = createApplication({ name: 'Places', version: '1.0.0', collections: [Places] });
