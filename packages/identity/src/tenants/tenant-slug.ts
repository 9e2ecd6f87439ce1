/** A tenant's short name: lower-case letters and digits in groups joined by single hyphens, at most 63 characters. */
export const TENANT_SLUG = /^(?=.{1,63}$)[a-z0-9]+(?:-[a-z0-9]+)*$/;
