// oxlint-disable-next-line import/no-default-export
export default {
  // Requests of the browser to its own origin are forwarded to Newsroom.
  rewrites: async () => [{ source: '/api/v1/:path*', destination: `${process.env.NEWSROOM_URL}/api/v1/:path*` }],
  // One worker is enough for three pages.
  experimental: { cpus: 1 },
};
