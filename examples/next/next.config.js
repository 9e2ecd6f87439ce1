// oxlint-disable-next-line import/no-default-export
export default {
  // What the browser asks of its own origin goes on to Newsroom.
  rewrites: async () => [{ source: '/api/v1/:path*', destination: `${process.env.NEWSROOM_URL}/api/v1/:path*` }],
  // One worker will do for three pages.
  experimental: { cpus: 1 },
};
