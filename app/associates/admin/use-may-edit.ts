import { useSession } from '#app/session/session.ts';
import { may } from '#domain/auth/permissions.ts';

/** Whether the signed-in person may change organisations, rather than only read them. */
export const useMayEdit = (): boolean => may(useSession().role, 'associates.edit');
