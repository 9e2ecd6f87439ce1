import { serveWork } from '@colophon/core/workers';
import { readProvenance } from './read-provenance.ts';

serveWork(readProvenance);
