import { may, type Permission } from '#kit/permissions/permissions.ts';
import type { Role } from '#kit/permissions/roles.ts';
import { adminScreens } from '#office/shell/screens.ts';

/** The path of a screen's address. */
export const adminPath = (address: string): string =>
  address === '' ? '/admin' : `/admin/${address}`;

/** Paths below a screen that require another permission than the screen. */
const ownPermissions: Readonly<Record<string, Permission>> = {
  '/admin/applications/new': 'applications.enter',
  '/admin/associates/new': 'associates.edit',
  '/admin/associates/import': 'associates.edit',
};

/** Permission required for a path below /admin: its own, or that of the screen above it. */
export function permissionAt(pathname: string): Permission {
  const path = pathname.replace(/\/$/, '');
  const ownPermission = ownPermissions[path];
  if (ownPermission) return ownPermission;
  const screens = adminScreens.filter(
    ({ address }) =>
      address !== '' && (path === adminPath(address) || path.startsWith(`${adminPath(address)}/`)),
  );
  const longest = screens.toSorted((a, b) => b.address.length - a.address.length)[0];
  return longest?.permission ?? 'applications.read';
}

/** Start page of a role: the first screen of the menu that it may enter. */
export function homePathOf(role: Role | undefined): string {
  const first = adminScreens.find(({ permission }) => may(role, permission));
  return adminPath(first?.address ?? '');
}
