import { randomBytes } from 'node:crypto';
import type { acceptance } from '#giving/acceptance/acceptance.server.ts';
import type { Actor, Person } from '#kit/actor.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { leavingKits } from '#warehouse/kits/leaving-kits.server.ts';
import { adminList } from './admin-list.server.ts';
import type { Applied, ApplyBody } from './application.ts';
import { donorActions } from './application-actions.server.ts';
import { apply, type Submit } from './apply.server.ts';
import { makeAppraisalId } from './appraisal-number.ts';
import { cancellations } from './cancelling.server.ts';
import { editing } from './editing/edit-application.server.ts';
import { enterForCaller } from './enter-for-caller.server.ts';
import { ownApplications } from './own-applications.server.ts';
import type { PhoneApplication } from './phone-application.ts';
import { adminSteps } from './steps/admin-steps.server.ts';
import { correctSteps } from './steps/set-right.server.ts';
import { undoSteps } from './steps/take-back.server.ts';

const drawNumber = () => makeAppraisalId(randomBytes(7));

type ApplicationsDeps = Dependencies & {
  acceptance: Pick<ReturnType<typeof acceptance>, 'offer'>;
};

/** Applications: made and followed by visitors and donors, processed by the operator. */
export const applications = (dependencies: ApplicationsDeps, makeId = drawNumber) => ({
  /** Accepts an application, once per idempotency key; see apply.ts. */
  apply: (actor: Actor, submit: Submit, body: ApplyBody): Promise<Applied> =>
    apply({ ...dependencies, makeId }, actor, submit, body),
  /** Enters the application of a caller on the phone; see enter-for-caller.ts. */
  enter: (operator: Person, key: string | undefined, body: PhoneApplication): Promise<Applied> =>
    enterForCaller({ ...dependencies, makeId }, operator, key, body),
  ...donorActions(dependencies),
  ...ownApplications(dependencies),
  ...cancellations(dependencies),
  ...adminList(dependencies),
  ...adminSteps(dependencies),
  ...undoSteps(dependencies),
  ...correctSteps(dependencies),
  ...editing(dependencies),
  ...leavingKits(dependencies),
});
