import { runContract } from './program.ts';

/** The entry for workerd, which accepts only a default export. */
const worker = {
  async fetch(request: Request): Promise<Response> {
    const { searchParams } = new URL(request.url);
    const read = (name: string): string => searchParams.get(name) ?? '';
    return Response.json(await runContract({ vendor: read('vendor'), silent: read('silent'), closed: read('closed') }));
  },
};
// eslint-disable-next-line import/no-default-export -- workerd accepts nothing else
export { worker as default };
