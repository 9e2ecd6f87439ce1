import { RENDITION_WIDTHS } from './renditions.ts';

type Json = Record<string, unknown>;

const BYTES = { type: 'string', contentMediaType: 'application/octet-stream' };
const PROBLEM = { $ref: '#/components/responses/Problem' };
const PROBLEMS = { '4XX': PROBLEM, default: PROBLEM };
const ID = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const ABOUT = {
  name: { type: 'string', description: 'The name of the file; a path is removed.' },
  description: { type: 'string' },
  altText: { type: 'string', description: 'A description of an image; empty for decoration.' },
  metadata: { type: 'string', contentMediaType: 'application/json', description: 'Free data.' },
};

/** Adds the asset routes that transfer bytes to an OpenAPI document: uploads and downloads. */
export function describeAssetFiles(document: Json): Json {
  const paths = { ...(document['paths'] as Record<string, Json>) };
  const upload = paths['/assets/upload']?.['post'] as Json | undefined;
  if (upload) paths['/assets/upload'] = { ...paths['/assets/upload'], post: uploadObject(upload) };
  paths['/assets/{id}/file'] = { get: fileObject('get'), head: fileObject('head') };
  return { ...document, paths };
}

/** The upload operation, which accepts base64 in JSON as well as the bytes. */
function uploadObject(upload: Json): Json {
  const body = upload['requestBody'] as { content: Json };
  const query = Object.entries(ABOUT).map(([name, schema]) => ({ name, in: 'query', required: false, schema }));
  return {
    ...upload,
    summary: 'Store a file and create an asset: from its bytes, a form with one file, or base64 in JSON for a small file.',
    parameters: [...(upload['parameters'] as readonly Json[]), ...query],
    requestBody: {
      ...body,
      content: {
        ...body.content,
        'multipart/form-data': { schema: { type: 'object', required: ['file'], properties: { file: BYTES, ...ABOUT } } },
        '*/*': { schema: BYTES },
      },
    },
  };
}

function fileObject(method: 'get' | 'head'): Json {
  const headers = Object.fromEntries(
    ['ETag', 'Content-Disposition', 'Accept-Ranges'].map((name) => [name, { schema: { type: 'string' } }]),
  );
  const content = method === 'get' ? { content: { '*/*': { schema: BYTES } } } : {};
  return {
    operationId: `assets.file${method === 'head' ? '.head' : ''}`,
    summary: 'The stored file of an asset: for its tenant, and for everyone while published content uses it.',
    tags: ['assets'],
    parameters: [
      ID,
      {
        name: 'width',
        in: 'query',
        required: false,
        schema: { type: 'integer', enum: RENDITION_WIDTHS },
        description: 'The image resized to this width, as WebP.',
      },
      {
        name: 'crop',
        in: 'query',
        required: false,
        schema: { type: 'string', examples: ['120,0,800,600'] },
        description: 'Of the upright image only the part x,y,width,height in pixels, which a piece shows.',
      },
      {
        name: 'format',
        in: 'query',
        required: false,
        schema: { type: 'string', enum: ['webp', 'jpeg'] },
        description: 'The format of a part; default webp.',
      },
      ...['If-None-Match', 'Range', 'If-Range'].map((name) => ({ name, in: 'header', required: false, schema: { type: 'string' } })),
    ],
    responses: {
      200: { description: 'The file.', headers, ...content },
      ...(method === 'get' ? { 206: { description: 'The requested range.', headers, ...content } } : {}),
      304: { description: 'Not modified.' },
      ...(method === 'get' ? { 416: { description: 'The range begins after the end.' } } : {}),
      ...PROBLEMS,
    },
    security: [{}, { bearer: [] }],
  };
}
