import { randomBytes } from 'node:crypto';
import type { Applied, ApplyBody } from '#domain/application.ts';
import { makeAppraisalId } from '#domain/appraisal-number.ts';
import type { Actor } from '#server/actor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { apply, type Submit } from './apply.ts';
import { cancelling } from './cancelling.ts';
import { following } from './following.ts';
import { kitAddresses } from './kit-addresses.ts';
import { leavingKits } from './leaving-kits.ts';
import { officeList } from './office-list.ts';
import { officeSteps } from './office-steps.ts';
import { ownApplications } from './own-applications.ts';

const drawNumber = () => makeAppraisalId(randomBytes(7));

/** Applications: made by visitors and donors, followed by them, moved along by the operator. */
export const applications = (dependencies: Dependencies, makeId = drawNumber) => ({
  /** Takes an application, once per key; see apply.ts. */
  apply: (actor: Actor, submit: Submit, body: ApplyBody): Promise<Applied> =>
    apply({ ...dependencies, makeId }, actor, submit, body),
  ...following(dependencies),
  ...ownApplications(dependencies),
  ...cancelling(dependencies),
  ...officeList(dependencies),
  ...officeSteps(dependencies),
  ...kitAddresses(dependencies),
  ...leavingKits(dependencies),
});
