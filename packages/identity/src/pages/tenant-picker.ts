import { html, type Markup } from '@colophon/core/rest';
import type { TenantChoice } from '../users/standing.ts';

/** The tenants in which a terminal or an agent can act for the user. */
export function tenantPicker(tenants: readonly TenantChoice[], current: string | null): Markup {
  if (tenants.length === 0) return html`<p class="fault">You belong to no tenant, so there is nothing that could be done for you.</p>`;
  const chosen = tenants.some(({ tenant }) => (tenant?.id ?? null) === current) ? current : (tenants[0]?.tenant?.id ?? null);
  return html`<fieldset>
    <legend>It will act as you in</legend>
    ${tenants.map(
      ({ tenant, role }) =>
        html`<label>
          <input type="radio" name="tenantId" value="${tenant?.id ?? ''}" ${(tenant?.id ?? null) === chosen ? 'checked' : ''} required />
          ${tenantName(tenant)} <span class="quiet">(${role})</span>
        </label>`,
    )}
  </fieldset>`;
}

/** The display name of a tenant; no tenant means the global records. */
export function tenantName(tenant: TenantChoice['tenant']): string {
  return tenant?.name ?? 'Global records';
}
