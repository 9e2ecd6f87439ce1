import { serveWork } from '@colophon/core/workers';
import { readMails } from './read-mails.ts';

serveWork(readMails);
