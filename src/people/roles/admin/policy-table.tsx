import { Rows } from '#kit/lists/rows.tsx';
import { may, type Permission, permissions } from '#kit/permissions/permissions.ts';
import { type Role, roleLabels, roles } from '#kit/permissions/roles.ts';
import type { Column } from '#kit/ui/table.tsx';

/** Donors have none of these permissions. */
const shownRoles = roles.filter((role) => role !== 'donor').toReversed();
const rows = Object.keys(permissions) as Permission[];

const columns: readonly Column<Permission>[] = [
  {
    label: 'できること',
    isRowHeader: true,
    cell: (permission) => (
      <span className="[word-break:auto-phrase]">{permissions[permission].label}</span>
    ),
  },
  ...shownRoles.map((role) => ({
    label: roleLabels[role],
    cell: (permission: Permission) => <Mark isAllowed={may(role, permission)} />,
  })),
];

/** The permissions of each role, from the same table that routes and menus use. */
export function PolicyTable() {
  return (
    <Rows
      caption="役割ごとにできること"
      columns={columns}
      rows={rows}
      rowKey={(permission) => permission}
      card={(permission) => (
        <>
          <p className="font-bold [word-break:auto-phrase]">{permissions[permission].label}</p>
          <p className="text-sm text-ink-2">{namesOf(permission)}</p>
        </>
      )}
    />
  );
}

const namesOf = (permission: Permission) =>
  shownRoles
    .filter((role: Role) => may(role, permission))
    .map((role) => `✓ ${roleLabels[role]}`)
    .join('　');

function Mark({ isAllowed }: { isAllowed: boolean }) {
  return (
    <>
      <span aria-hidden="true" className={isAllowed ? 'font-bold text-leaf' : 'text-ink-2'}>
        {isAllowed ? '✓' : '—'}
      </span>
      <span className="sr-only">{isAllowed ? 'できる' : 'できない'}</span>
    </>
  );
}
