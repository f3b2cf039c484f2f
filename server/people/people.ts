import { accepting } from './accepting.ts';
import { adminPeople } from './admin-people.ts';
import { associatePeople } from './associate-people.ts';

type PeopleDeps = Parameters<typeof accepting>[0] &
  Parameters<typeof adminPeople>[0] &
  Parameters<typeof associatePeople>[0];

/** Who works for the service and its organisations: invited, given a role, removed. */
export const people = (dependencies: PeopleDeps) => ({
  ...adminPeople(dependencies),
  ...associatePeople(dependencies),
  ...accepting(dependencies),
});
