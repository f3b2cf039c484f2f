import { accepting } from './accepting.server.ts';
import { adminPeople } from './admin-people.server.ts';
import { associatePeople } from './associate-people.server.ts';

type PeopleDeps = Parameters<typeof accepting>[0] &
  Parameters<typeof adminPeople>[0] &
  Parameters<typeof associatePeople>[0];

/** People who work for the service and its organisations: invitations, roles, removal. */
export const people = (dependencies: PeopleDeps) => ({
  ...adminPeople(dependencies),
  ...associatePeople(dependencies),
  ...accepting(dependencies),
});
