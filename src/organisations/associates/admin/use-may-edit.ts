import { may } from '#kit/permissions/permissions.ts';
import { useSession } from '#people/session/session.ts';

/** Whether the signed-in person may change organisations, rather than only read them. */
export const useMayEdit = (): boolean => may(useSession().role, 'associates.edit');
