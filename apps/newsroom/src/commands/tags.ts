import { type Command, say, withDatabase } from '@colophon/app';
import { Tenants } from '@colophon/identity';
import { Tags } from '@colophon/tags';

/** `newsroom tags split`: copies a global tag to the tenants that use it. */
export const tagsSplit: Command = {
  name: 'tags split',
  summary: 'Copy a global tag to each tenant that uses it, as a tag of its own; their pieces then have the copy.',
  arguments: [{ name: 'slug', about: 'the global tag' }],
  async run(input, context) {
    return withDatabase(context, async (database) => {
      const { slug, tenants } = await new Tags(database).splitTag(input.argument('slug'));
      if (tenants.length === 0) say(context.stdout, `No tenant uses ${slug}.`);
      for (const { tenantId, uses, children, aliases } of tenants) {
        const name = (await new Tenants(database).get(tenantId))?.slug ?? tenantId;
        say(context.stdout, `${name}: ${uses} uses, ${children} tags below it, ${aliases} aliases.`);
      }
      return 0;
    });
  },
};
