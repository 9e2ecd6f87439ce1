import { MalformedError } from '@colophon/core';
import { readCropText } from './picture-part.ts';
import { RENDITION_WIDTHS, type WantedRendition } from './renditions.ts';

/** Returns the requested rendition; undefined for the file itself. @throws MalformedError naming the parameter and what it can be */
export function requestedRendition(query: URLSearchParams): WantedRendition | undefined {
  const [widths, crops, formats] = ['width', 'crop', 'format'].map((name) => query.getAll(name)) as [string[], string[], string[]];
  if (widths.length + crops.length + formats.length === 0) return undefined;
  const width = RENDITION_WIDTHS.find((each) => widths.length === 1 && String(each) === widths[0]);
  if (width === undefined) throw badParameter('width', `must be one of ${RENDITION_WIDTHS.join(', ')}`);
  if (crops.length === 0) {
    if (formats.length > 0) throw badParameter('format', 'can be set with crop alone; the whole picture is WebP');
    return { width };
  }
  const crop = crops.length === 1 ? readCropText(crops[0] ?? '') : undefined;
  if (!crop) throw badParameter('crop', 'must be x,y,width,height in whole pixels of the upright picture');
  const format = FORMATS.find((each) => formats.length === 0 || (formats.length === 1 && each === formats[0]));
  if (!format) throw badParameter('format', `must be one of ${FORMATS.join(', ')}`);
  return { width, crop, format };
}

const FORMATS = ['webp', 'jpeg'] as const;

function badParameter(name: string, detail: string): MalformedError {
  return new MalformedError(`${name}: ${detail}.`, {
    code: 'faulty_query',
    errors: [{ pointer: `/${name}`, code: 'bad_parameter', detail }],
  });
}
