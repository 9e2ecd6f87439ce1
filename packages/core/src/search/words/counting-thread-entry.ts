import { serveWork } from '../../workers/serve-work.ts';
import { countWords, type WrittenText } from './count-words.ts';

serveWork((texts: readonly WrittenText[]) => countWords(texts));
