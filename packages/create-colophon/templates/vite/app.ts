import { createApplication } from '@colophon/app';
import { migrations } from './migrations/index.ts';
import { Notes } from './objects/note.ts';
import { webFile } from './web-file.ts';

export const app = createApplication({ name: 'Notebook', version: '1.0.0', collections: [Notes], migrations, missing: webFile });
