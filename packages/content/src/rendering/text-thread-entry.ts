import { serveWork } from '@colophon/core/workers';
import { doTextTask } from './text-task.ts';

serveWork(doTextTask);
