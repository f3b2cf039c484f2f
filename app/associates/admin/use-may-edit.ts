import { useSession } from '#app/session/session.ts';
import { may } from '#domain/auth/permissions.ts';

/** Whether who is signed in may change organisations; others read them. */
export const useMayEdit = (): boolean => may(useSession().role, 'associates.edit');
