/** As every file system takes it: in bytes of UTF-8. */
const LONGEST = 200;
const FALLBACK = 'file';

/** What no name holds: control and format characters (bidirectional ones pass `cod.exe` off as `exe.doc`), line ends, what has no meaning. Joiners stay: scripts and emoji need them. */
const INVISIBLE = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}]/gu;
/** What Windows takes in no name. */
const RESERVED_CHARACTERS = /[<>:"|?*]/g;
const RESERVED_NAME = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?=\.|$)/i;
const EXTENSION = /\.([A-Za-z0-9]{1,10})$/;

/** Extensions by which a system runs a file, or a browser lets it act, rather than shows it. */
const ACTING = new Set(
  (
    'ade adp apk app application appref-ms bat bash chm cmd com command cpl crx deb dll dmg exe fish gadget hta htm html inf ins iso jar js jse ' +
    'lnk mde mht mhtml mjs msc msh msi msix msp mst pif pl ps1 ps1xml ps2 psc1 py pyw rb reg rpm scf scr sct sh shb shtml svg svgz swf sys ' +
    'url vb vbe vbs wasm ws wsc wsf wsh xht xhtml xml xsl xslt zsh'
  ).split(' '),
);

/**
 * Makes a name that is safe to show, to store and to hand out, of whatever name a file came with: no path, nothing
 * invisible, nothing that a file system stumbles over, 200 bytes at most. Doing it twice changes nothing more.
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
 * The name with an extension that does not lie: where the name would have the file run, or be shown as a page, and the bytes
 * are of another type, the extension of that type is added. A name without an extension gets it too.
 *
 * @param extension of the type that was found, without a dot
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

/** A name that starts or ends with a dot or a space is hidden from people, or another one to Windows. */
function trimmed(name: string): string {
  return name.replace(/^[.\s]+/, '').replace(/[.\s]+$/, '');
}

/** The name within a number of bytes, its extension kept, cut between characters as people see them. */
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
