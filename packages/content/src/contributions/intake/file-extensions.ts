/** File types by extension; an unknown extension is no evidence. */
const TYPES: Readonly<Record<string, readonly string[]>> = {
  jpg: ['image/jpeg'],
  jpeg: ['image/jpeg'],
  jpe: ['image/jpeg'],
  jfif: ['image/jpeg'],
  png: ['image/png', 'image/apng'],
  apng: ['image/apng', 'image/png'],
  gif: ['image/gif'],
  webp: ['image/webp'],
  avif: ['image/avif'],
  heic: ['image/heic', 'image/heif', 'image/heic-sequence'],
  heif: ['image/heif', 'image/heic'],
  tif: ['image/tiff'],
  tiff: ['image/tiff'],
  bmp: ['image/bmp'],
  ico: ['image/x-icon'],
  svg: ['image/svg+xml'],
  pdf: ['application/pdf'],
  txt: ['text/plain'],
  md: ['text/plain'],
  csv: ['text/plain'],
  log: ['text/plain'],
  vcf: ['text/plain', 'text/vcard'],
  ics: ['text/plain', 'text/calendar'],
  json: ['text/plain', 'application/json'],
  xml: ['application/xml', 'image/svg+xml', 'text/html'],
  html: ['text/html'],
  htm: ['text/html'],
  xhtml: ['text/html', 'application/xml'],
  rtf: ['application/rtf', 'text/rtf', 'text/plain'],
  doc: ['application/x-cfb', 'application/msword'],
  xls: ['application/x-cfb'],
  ppt: ['application/x-cfb'],
  docx: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  xlsx: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  pptx: ['application/vnd.openxmlformats-officedocument.presentationml.presentation'],
  docm: ['application/vnd.ms-word.document.macroenabled.12'],
  xlsm: ['application/vnd.ms-excel.sheet.macroenabled.12'],
  odt: ['application/vnd.oasis.opendocument.text'],
  ods: ['application/vnd.oasis.opendocument.spreadsheet'],
  odp: ['application/vnd.oasis.opendocument.presentation'],
  epub: ['application/epub+zip'],
  zip: ['application/zip'],
  '7z': ['application/x-7z-compressed'],
  rar: ['application/x-rar-compressed', 'application/vnd.rar'],
  tar: ['application/x-tar'],
  gz: ['application/gzip'],
  tgz: ['application/gzip'],
  bz2: ['application/x-bzip2'],
  xz: ['application/x-xz'],
  mp3: ['audio/mpeg'],
  m4a: ['audio/x-m4a', 'audio/mp4', 'video/mp4'],
  wav: ['audio/wav'],
  ogg: ['audio/ogg', 'audio/opus', 'video/ogg', 'application/ogg'],
  opus: ['audio/opus', 'audio/ogg'],
  flac: ['audio/flac'],
  mp4: ['video/mp4', 'video/x-m4v'],
  m4v: ['video/x-m4v', 'video/mp4'],
  mov: ['video/quicktime'],
  webm: ['video/webm', 'video/matroska', 'video/x-matroska'],
  mkv: ['video/matroska', 'video/x-matroska'],
  avi: ['video/vnd.avi', 'video/x-msvideo'],
};

/** Extensions of executable files. */
const RUN = new Set(
  'apk app bat chm cmd com cpl deb dll dmg exe hta jar js jse lnk mjs msc msi msp pif ps1 py rb reg rpm scr sh vb vbe vbs wsf'.split(' '),
);

/** Declared types that are compatible with plain text. */
const PLAIN_TEXT = /^(?:text\/(?!html)[\w.+-]+|application\/(?:json|x-ndjson|yaml|x-yaml))$/;

/** Returns the extensions of a name, the last one first, in lower case. */
function extensionsOf(filename: string): string[] {
  return filename
    .toLowerCase()
    .split('.')
    .slice(1)
    .toReversed()
    .map((each) => each.trim());
}

function isKnown(extension: string): boolean {
  return Object.hasOwn(TYPES, extension) || RUN.has(extension);
}

/** Whether a name hides an extension behind another one: `a.pdf.exe`. */
export function hasTwoExtensions(filename: string): boolean {
  const [last, former] = extensionsOf(filename);
  if (last === undefined || former === undefined || !isKnown(last) || !isKnown(former)) return false;
  const isPacked = former === 'tar' && ['gz', 'bz2', 'xz'].includes(last);
  return !isPacked && !isSameType(last, former);
}

function isSameType(one: string, other: string): boolean {
  return one === other || (TYPES[one] ?? []).some((type) => TYPES[other]?.includes(type));
}

/** Whether the name or the declared type contradicts the bytes. */
export function isOtherThanSaid({ filename, declared, found }: { filename: string; declared: string | null; found: string }): boolean {
  const [extension] = extensionsOf(filename);
  const named =
    extension !== undefined && (RUN.has(extension) || (Object.hasOwn(TYPES, extension) && !fits(TYPES[extension] ?? [], found)));
  const said = (declared ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const isSaid = said !== '' && said !== 'application/octet-stream';
  return named || (isSaid && !isSameAsDeclared(said, found));
}

function fits(types: readonly string[], found: string): boolean {
  return types.includes(found);
}

function isSameAsDeclared(declared: string, found: string): boolean {
  if (declared === found) return true;
  if (found === 'text/plain') return PLAIN_TEXT.test(declared);
  // Some types have more than one name.
  return Object.values(TYPES).some((types) => types.includes(declared) && types.includes(found)) || SYNONYMS[declared] === found;
}

const SYNONYMS: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
  'application/x-zip-compressed': 'application/zip',
  'application/vnd.ms-excel': 'application/x-cfb',
  'application/vnd.ms-powerpoint': 'application/x-cfb',
  'text/xml': 'application/xml',
  'application/xhtml+xml': 'text/html',
  'audio/x-wav': 'audio/wav',
  'audio/vnd.wave': 'audio/wav',
  'audio/mp3': 'audio/mpeg',
};
