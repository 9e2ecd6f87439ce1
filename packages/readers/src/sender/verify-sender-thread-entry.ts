import { serveWork } from '@colophon/core/workers';
import { verifySender } from './verify-sender.ts';

serveWork(verifySender);
