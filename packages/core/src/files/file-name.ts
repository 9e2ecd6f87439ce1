/** In bytes of UTF-8: the limit of every file system. */
const LONGEST = 200;
const FALLBACK = 'file';

/**
 * Characters that no name may contain: control and format characters (bidirectional ones make `cod.exe` look like `exe.doc`), line ends,
 * unassigned characters. Joiners are kept: scripts and emoji need them.
 */
const INVISIBLE = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}]/gu;
/** Characters that Windows does not allow in names. */
const RESERVED_CHARACTERS = /[<>:"|?*]/g;
const RESERVED_NAME = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?=\.|$)/i;
const EXTENSION = /\.([A-Za-z0-9]{1,10})$/;

/** Extensions that make a system run a file, or let it run in a browser. */
const ACTING = new Set(
  (
    'ade adp apk app application appref-ms bat bash chm cmd com command cpl crx deb dll dmg exe fish gadget hta htm html inf ins iso jar js jse ' +
    'lnk mde mht mhtml mjs msc msh msi msix msp mst pif pl ps1 ps1xml ps2 psc1 py pyw rb reg rpm scf scr sct sh shb shtml svg svgz swf sys ' +
    'url vb vbe vbs wasm ws wsc wsf wsh xht xhtml xml xsl xslt zsh'
  ).split(' '),
);

/**
 * Converts any file name to one that is safe to show, to store and to serve: no path, no invisible characters, nothing that a file system
 * rejects, at most 200 bytes. The function is idempotent.
 *
 * @example
 * safeFileName('../../etc/passwd');        // 'passwd'
 * safeFileName('invoice\u202excod.exe');   // 'invoicexcod.exe'
 */
export function safeFileName(given: string): string {
  let name = given.slice(0, 10_000).toWellFormed().replace(INVISIBLE, '').normalize('NFC');
  name = name.split(/[/\\]/).at(-1) ?? '';
  name = trimmed(name.replace(RESERVED_CHARACTERS, '_').replaceAll(/\s+/g, ' '));
  if (RESERVED_NAME.test(name)) name = `_${name}`;
  return shortened(name) || FALLBACK;
}

/**
 * Returns the name with a correct extension: if the name would make a system run the file, or a browser show it as a page, and the bytes
 * are of another type, the extension of that type is appended. A name without an extension gets it too.
 *
 * @param extension of the detected type, without a dot
 * @example
 * nameForType('page.html', 'png');  // 'page.html.png'
 * nameForType('photo.jpeg', 'jpg'); // 'photo.jpeg'
 */
export function nameForType(name: string, extension: string): string {
  const own = EXTENSION.exec(name)?.[1]?.toLowerCase();
  if (own !== undefined && (!ACTING.has(own) || isSame(own, extension))) return name;
  return shortened(`${shortened(name, LONGEST - extension.length - 1)}.${extension}`);
}

function isSame(one: string, other: string): boolean {
  return one === other || (other === 'html' && one === 'htm');
}

/** A name that starts or ends with a dot or a space is hidden, or is changed by Windows. */
function trimmed(name: string): string {
  return name.replace(/^[.\s]+/, '').replace(/[.\s]+$/, '');
}

/** Shortens a name to a number of bytes, keeping its extension and cutting between grapheme clusters. */
function shortened(name: string, longest = LONGEST): string {
  if (Buffer.byteLength(name) <= longest) return name;
  const extension = EXTENSION.exec(name)?.[0] ?? '';
  let kept = '';
  let size = Buffer.byteLength(extension);
  for (const { segment } of new Intl.Segmenter().segment(name.slice(0, name.length - extension.length))) {
    size += Buffer.byteLength(segment);
    if (size > longest) break;
    kept += segment;
  }
  return trimmed(`${trimmed(kept)}${extension}`);
}
