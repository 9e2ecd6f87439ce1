import { serveWork } from '@colophon/core/workers';
import { readPage } from './read-page.ts';

serveWork(readPage);
