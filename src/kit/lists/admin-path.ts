import type { Permission } from '#kit/permissions/permissions.ts';
import { adminScreens, type Screen } from '#office/shell/screens.ts';

/** The path of a screen's address. */
export const adminPath = (address: string): string =>
  address === '' ? '/admin' : `/admin/${address}`;

/** Paths below a screen that require another permission than the screen. */
const ownPermissions: Readonly<Record<string, Permission>> = {
  '/admin/applications/new': 'applications.enter',
  '/admin/associates/new': 'associates.edit',
  '/admin/associates/import': 'associates.edit',
};

/** The screen of a path below /admin: its own, or the one above it. */
export function screenAt(pathname: string): Screen {
  const path = pathname.replace(/\/$/, '');
  const [longest] = adminScreens
    .filter(
      ({ address }) =>
        address !== '' &&
        (path === adminPath(address) || path.startsWith(`${adminPath(address)}/`)),
    )
    .toSorted((a, b) => b.address.length - a.address.length);
  return longest ?? adminScreens[0];
}

/** Permission required for a path below /admin: its own, or that of the screen above it. */
export const permissionAt = (pathname: string): Permission =>
  ownPermissions[pathname.replace(/\/$/, '')] ?? screenAt(pathname).permission;
