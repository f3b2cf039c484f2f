import type { Person } from '#kit/actor.server.ts';

const person = (uid: string, role: Person['role']): Person => ({
  ...{ kind: 'person', uid, role, sessionId: '', associateIds: [], staffRoles: {} },
  lacksSecondFactor: false,
});
/** Who asks, and who approves, as services know them. */
export const operator = person('op', 'operator');
export const accountant = person('accountant', 'accountant');
/** Who gives what is not a guest's, and asks for papers on it. */
export const donor = person('hanako', 'donor');
