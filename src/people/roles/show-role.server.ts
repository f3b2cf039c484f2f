import { may, type Permission, permissions } from '#kit/permissions/permissions.ts';
import type { Role } from '#kit/permissions/roles.ts';
import type { Shows } from '#people/approvals/approval-kinds.server.ts';

const named = Object.keys(permissions) as Permission[];
const inWords = (is: boolean) => (is ? 'できる' : 'できない');

/** Permissions gained and lost by the new role. */
export const showRole: Shows['role'] = async (_tx, { change }) => {
  const from: Role = change.type === 'invite' ? 'donor' : change.from;
  const to: Role = change.type === 'remove' ? 'donor' : change.to;
  return named
    .filter((permission) => may(from, permission) !== may(to, permission))
    .map((permission) => ({
      label: permissions[permission].label,
      detail: '',
      before: inWords(may(from, permission)),
      after: inWords(may(to, permission)),
      marks:
        permission === 'approvals.decide' && may(to, permission)
          ? ['ほかの人の依頼を承認できるようになります']
          : [],
      to: '',
    }));
};
