import * as z from 'zod/mini';
import type { Offer } from '#giving/acceptance/acceptance.ts';
import { visitorUid } from '#giving/applications/application.ts';
import {
  type ApplicationTarget,
  type ApplicationValues,
  applyBody,
  directForm,
  emptyApplication,
  fieldsOf,
  fundForm,
} from '#giving/applications/form/application-values.ts';
import { noReceiptReason } from '#giving/applications/form/receipts.ts';
import { PhoneApplication } from '#giving/applications/phone-application.ts';
import { agreementWords } from '#money/ledger/cost-words.ts';
import type { Associate, SocialChallenge } from '#organisations/associates/associate.ts';

export type Challenges = readonly Pick<SocialChallenge, 'id' | 'fundName' | 'will'>[];

/**
 * The values of a phone application: those of the form, the caller, and the confirmation that the text was read
 * aloud.
 */
export type PhoneValues = ApplicationValues & {
  kind: 'direct' | 'fund';
  uid: string;
  associateId: string;
  associateName: string;
  /** Reason why no receipt is issued; "" where one is available. */
  noReceipt: string;
  /** The share of a gift that arrives, in words. */
  cost: string;
  wasReadAloud: boolean;
};

export const emptyPhoneApplication: PhoneValues = {
  ...emptyApplication,
  kind: 'direct',
  uid: visitorUid,
  associateId: '',
  associateName: '',
  noReceipt: '',
  cost: '',
  wasReadAloud: false,
};

const associateId = z.string().check(z.minLength(1, '寄付先の団体を選んでください。'));
const read = { wasReadAloud: PhoneApplication.shape.wasReadAloud };

/** The schema of a form that can be sent; the server validates the rest. */
export function phoneForm(offer: Offer) {
  const fields = fieldsOf(offer);
  return z.discriminatedUnion('kind', [
    z.extend(directForm(fields), { kind: z.literal('direct'), associateId, ...read }),
    z.extend(fundForm(fields), { kind: z.literal('fund'), ...read }),
  ]);
}

/** The caller's chosen recipient, as the form's fields need it. */
export function phoneTarget(values: PhoneValues, challenges: Challenges): ApplicationTarget {
  if (values.kind === 'fund') return { kind: 'fund', challenges };
  const { associateId: id, associateName: name, noReceipt } = values;
  return { kind: 'direct', associateId: id, name, noReceipt: noReceipt || undefined };
}

/** The values that a chosen organisation sets. */
export const chosenAssociate = (associate: Associate) => ({
  associateId: associate.id,
  associateName: associate.name,
  noReceipt: noReceiptReason(associate) ?? '',
  cost: agreementWords(associate.terms),
});

/** The body of POST /api/office/applications; throws when the form is invalid. */
export const phoneBody = (values: PhoneValues, offer: Offer): PhoneApplication => ({
  ...applyBody(values.uid, phoneTarget(values, []), values, offer),
  wasReadAloud: true,
});
