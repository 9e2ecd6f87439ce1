/** Articles and the particles that are written together with them, the longest first. */
const PREFIXES = ['وال', 'بال', 'كال', 'فال', 'ال', 'لل'];
const SUFFIXES = ['ها', 'ان', 'ات', 'ون', 'ين', 'يه', 'ية', 'ه', 'ة', 'ي'];

/**
 * Returns an Arabic word without its article, conjunction and endings: light10 of L. S. Larkey, L. Ballesteros and M. E. Connell,
 * "Light Stemming for Arabic Information Retrieval" (2007). Vowel points and the hamza on its carrier are folded already.
 */
export function lightArabic(word: string): string {
  let stem = word.replaceAll('ى', 'ي');
  if (stem.startsWith('و') && stem.length > 3 && !stem.startsWith('وال')) stem = stem.slice(1);
  const prefix = PREFIXES.find((each) => stem.startsWith(each) && stem.length - each.length >= 2);
  if (prefix !== undefined) stem = stem.slice(prefix.length);
  for (const suffix of SUFFIXES) if (stem.endsWith(suffix) && stem.length - suffix.length >= 2) stem = stem.slice(0, -suffix.length);
  return stem;
}
