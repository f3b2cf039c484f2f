import { randomBytes } from 'node:crypto';
import type { Applied, ApplyBody } from '#domain/applications/application.ts';
import { makeAppraisalId } from '#domain/applications/appraisal-number.ts';
import type { PhoneApplication } from '#domain/applications/phone-application.ts';
import type { acceptance } from '#server/acceptance/acceptance.ts';
import type { Actor, Person } from '#server/actor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { leavingKits } from '#server/kits/leaving-kits.ts';
import { adminList } from './admin-list.ts';
import { donorActions } from './application-actions.ts';
import { apply, type Submit } from './apply.ts';
import { cancellations } from './cancelling.ts';
import { editing } from './editing/edit-application.ts';
import { enterForCaller } from './enter-for-caller.ts';
import { ownApplications } from './own-applications.ts';
import { adminSteps } from './steps/admin-steps.ts';
import { correctSteps } from './steps/set-right.ts';
import { undoSteps } from './steps/take-back.ts';

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
