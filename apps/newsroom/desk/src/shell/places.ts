import type { Role } from '@colophon/ui';
import { hasRole, type Session } from '../api/session.ts';

/** A view of the desk. */
export interface Place {
  readonly path: string;
  readonly label: string;
  readonly icon: string;
  readonly least: Role;
  readonly feature?: 'contributions';
}

interface PlaceGroup {
  readonly label: string;
  readonly places: readonly Place[];
}

/** The sidebar, in the order of a working day. Icons are SVG paths in a 16 × 16 view box. */
const GROUPS = [
  {
    label: 'Content',
    places: [
      { path: '/', label: 'Dashboard', icon: 'M2 9.5 4.5 3h7L14 9.5V13H2zM2 9.5h3.5l1 2h3l1-2H14', least: 'contributor' },
      { path: '/pieces', label: 'Pieces', icon: 'M4 2h5.5L13 5.5V14H4zM6.5 7.5h4M6.5 10h4', least: 'contributor' },
      { path: '/schedule', label: 'Schedule', icon: 'M2.5 4h11v9.5h-11zM2.5 7h11M5.5 2.5V5M10.5 2.5V5', least: 'contributor' },
      { path: '/approvals', label: 'Approvals', icon: 'M2.5 2.5h11v11h-11zM5 8l2.2 2.2L11 6', least: 'contributor' },
      { path: '/trash', label: 'Trash', icon: 'M3 4.5h10M6 4.5V2.5h4v2M4.5 4.5 5 13.5h6l.5-9M7 7v4M9 7v4', least: 'contributor' },
    ],
  },
  {
    label: 'Contributions',
    places: [
      { path: '/contributions', label: 'Inbox', icon: 'M2 4h12v8.5H2zM2 4.5l6 4.5 6-4.5', least: 'editor', feature: 'contributions' },
      {
        path: '/contributors',
        label: 'Contributors',
        icon: 'M6 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M1.5 13.5c0-3 2-4 4.5-4s4.5 1 4.5 4M11 3a2.3 2.3 0 0 1 0 4.5M12 9.8c1.7.4 2.5 1.6 2.5 3.7',
        least: 'editor',
        feature: 'contributions',
      },
      {
        path: '/contribution-types',
        label: 'Contribution types',
        icon: 'M3 3h4v4H3zM9 3h4v4H9zM3 9h4v4H3zM9 9h4v4H9z',
        least: 'admin',
        feature: 'contributions',
      },
    ],
  },
  {
    label: 'Library',
    places: [
      { path: '/facts', label: 'Facts', icon: 'M2.5 8.5 6 12l7.5-8', least: 'contributor' },
      { path: '/assets', label: 'Assets', icon: 'M2 3h12v10H2zM2 11l3.5-3.5 3 3 2-2L14 12M10.5 6.2h.01', least: 'contributor' },
      { path: '/tags', label: 'Tags', icon: 'M2.5 2.5h5l6 6-5 5-6-6zM5.5 5.5h.01', least: 'editor' },
      {
        path: '/synonyms',
        label: 'Synonyms',
        icon: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9M10.3 10.3l3.4 3.4M5 6.2h4M5 8h4',
        least: 'editor',
      },
    ],
  },
  {
    label: 'Administration',
    places: [
      { path: '/governance', label: 'Governance', icon: 'M8 1.5 13.5 4v4c0 3-2.2 5.3-5.5 6.5C4.7 13.3 2.5 11 2.5 8V4z', least: 'editor' },
      {
        path: '/jobs',
        label: 'Jobs',
        icon: 'M8 2v2.5M8 11.5V14M2 8h2.5M11.5 8H14M3.8 3.8l1.7 1.7M10.5 10.5l1.7 1.7M3.8 12.2l1.7-1.7M10.5 5.5l1.7-1.7',
        least: 'editor',
      },
      { path: '/audit', label: 'Audit log', icon: 'M3 3h10M3 6.5h10M3 10h6M3 13.5h4', least: 'admin' },
      {
        path: '/users',
        label: 'People',
        icon: 'M8 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6M2.5 14c0-3 2.5-4.5 5.5-4.5s5.5 1.5 5.5 4.5',
        least: 'admin',
      },
      {
        path: '/webhooks',
        label: 'Webhooks',
        icon: 'M6.5 7.2A2.8 2.8 0 1 1 9.4 4.6M6.6 6.6 4.4 10.4M4.4 10.2a2.3 2.3 0 1 0 2.2 2.6h4.8M9.2 5.2l2.2 4M11 9.4a2.3 2.3 0 1 1-.6 3.8',
        least: 'admin',
      },
      { path: '/mail', label: 'Email log', icon: 'M2 4h12v8.5H2zM2 4.5l6 4.5 6-4.5M11 2.5 13.5 1', least: 'admin' },
      {
        path: '/tokens',
        label: 'API tokens',
        icon: 'M5.5 13a3 3 0 1 0 0-6 3 3 0 0 0 0 6M7.7 8 13.5 2.2M11.5 4.2l1.8 1.8M9.8 6l1.5 1.5',
        least: 'admin',
      },
    ],
  },
] as const satisfies readonly PlaceGroup[];

/** Pages about the signed-in user, in the desk and in the portal. */
export const OWN_PLACES = [
  { path: '/you/notifications', label: 'Notifications' },
  { path: '/you/security', label: 'Sign-in and security' },
] as const;

/** The address of a view of the sidebar or of the user menu. */
export type PlacePath = (typeof GROUPS)[number]['places'][number]['path'] | (typeof OWN_PLACES)[number]['path'];

/** The pages that the signed-in user may open. */
export function placesFor(session: Session): readonly PlaceGroup[] {
  const groups: readonly PlaceGroup[] = GROUPS;
  return groups
    .map(({ label, places }) => ({
      label,
      places: places.filter(({ least, feature }) => hasRole(session, least) && (feature === undefined || session.features[feature])),
    }))
    .filter(({ places }) => places.length > 0);
}
