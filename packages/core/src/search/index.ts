export { parseSearch } from '../storage/search-terms.ts';
export type { SearchTerm } from '../storage/dialect.ts';
export { languagesOf, withForms } from './groups.ts';
export { isStopWord } from './languages/stop-words.ts';
export { fillWords, stopCounting } from './words/fill-words.ts';
export { beginFill, type FillState, readFill } from './words/fills.ts';
export { learnWords } from './words/learn-words.ts';
export { readTextsOf, readTextsSince, type WordSource } from './words/word-source.ts';
export { SEARCH_RULES, SEARCH_TABLES, WORDS_TABLE } from './words/word-tables.ts';
