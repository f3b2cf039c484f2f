import * as z from 'zod/mini';
import { type Account, type Address, Applicant, SentAddress } from '#domain/accounts/account.ts';
import {
  type ApplyBody,
  DirectApplication,
  FundApplication,
} from '#domain/applications/application.ts';
import type { DeliverySlot } from '#domain/applications/delivery.ts';
import type { ProductKind } from '#domain/applications/goods.ts';
import type { SocialChallenge } from '#domain/associates/associate.ts';
import type { SocialChallengeId } from '#domain/challenges/social-challenge.ts';
import { sellerAgeProblem } from '#domain/identity-checks/seller-age.ts';
import { formatPhone } from '#domain/values/phone.ts';
import { formatPostalCode } from '#domain/values/postal-code.ts';
import { jstDay } from '#domain/values/timestamp.ts';
import { type FormStep, formSteps } from './step-state.ts';

/** What a person enters; a direct application leaves the fund's fields empty. */
export type ApplicationValues = {
  application: {
    socialChallengeId: SocialChallengeId | '';
    products: ProductKind[];
    boxes: number;
    frequency: 'once' | 'recurring';
    needReceipt: boolean;
    birth: string;
    occupation: string;
    deliveryDate: string;
    deliverySlot: DeliverySlot;
    agreed: boolean;
  };
  applicant: Record<keyof Applicant, string>;
  applicantAddress: Record<keyof Address, string> & { isAddressConfirmed?: boolean };
};

/** The target of the application: one organisation, or a fund chosen on the form. */
export type ApplicationTarget =
  | {
      kind: 'direct';
      associateId: string;
      name: string;
      /** Why there is no receipt; undefined where one can be requested. */
      noReceipt: string | undefined;
    }
  | { kind: 'fund'; challenges: readonly Pick<SocialChallenge, 'id' | 'fundName' | 'will'>[] };
export type ApplicationKind = ApplicationTarget['kind'];

export const emptyApplication: ApplicationValues = {
  application: {
    socialChallengeId: '',
    products: [],
    boxes: 1,
    frequency: 'once',
    needReceipt: false,
    birth: '',
    occupation: '',
    deliveryDate: '',
    deliverySlot: '',
    agreed: false,
  },
  applicant: {
    lastName: '',
    firstName: '',
    lastNameKana: '',
    firstNameKana: '',
    email: '',
    tel: '',
  },
  applicantAddress: {
    zipcode: '',
    prefecture: '',
    line1: '',
    line2: '',
    building: '',
    isAddressConfirmed: false,
  },
};

/** What must be given each time: the agreement, and the word that an odd address is right. */
export const leftOutOfDraft = [
  'application.agreed',
  'applicantAddress.isAddressConfirmed',
] as const;

const direct = DirectApplication.shape;
const fund = FundApplication.shape;
const goods = {
  products: direct.products,
  boxes: direct.boxes,
  frequency: direct.frequency,
  needReceipt: direct.needReceipt,
};
const fundGoods = { socialChallengeId: fund.socialChallengeId, ...goods };
const delivery = { deliveryDate: direct.deliveryDate, deliverySlot: direct.deliverySlot };
/** Checked here early, before the form is sent; the server's clock decides. */
const birth = fund.birth.check(
  z.refine((day) => !sellerAgeProblem(day, jstDay(new Date())), {
    error: ({ input }) => sellerAgeProblem(String(input), jstDay(new Date())),
  }),
);
const fundRecipient = { birth, occupation: fund.occupation, ...delivery };
const agreed = { agreed: direct.agreed };
const person = { applicant: Applicant, applicantAddress: SentAddress };

export const DirectForm = z.object({
  application: z.object({ ...goods, ...delivery, ...agreed }),
  ...person,
});
export const FundForm = z.object({
  application: z.object({ ...fundGoods, ...fundRecipient, ...agreed }),
  ...person,
});

/** What must be valid before the next step; after the last one, the whole form. */
export const stepSchemas: Record<ApplicationKind, Record<FormStep, z.ZodMiniType>> = {
  direct: {
    goods: z.object({ application: z.object(goods) }),
    recipient: z.object({ application: z.object(delivery), ...person }),
    confirm: DirectForm,
    complete: DirectForm,
  },
  fund: {
    goods: z.object({ application: z.object(fundGoods) }),
    recipient: z.object({ application: z.object(fundRecipient), ...person }),
    confirm: FundForm,
    complete: FundForm,
  },
};

/** The step to show when `wanted` is requested: the first incomplete step before it, if any. */
export function reachableStep(
  kind: ApplicationKind,
  wanted: FormStep,
  values: ApplicationValues,
): FormStep {
  const before = formSteps.slice(0, formSteps.indexOf(wanted));
  return before.find((step) => !stepSchemas[kind][step].safeParse(values).success) ?? wanted;
}

/** The first step that has one of the refused fields; undefined when none has. */
export function stepOfErrors(
  kind: ApplicationKind,
  errors: readonly { path: string }[],
): FormStep | undefined {
  return (['goods', 'recipient'] as const).find((step) =>
    errors.some(({ path }) => holdsField(stepSchemas[kind][step], path.split('.'))),
  );
}

function holdsField(schema: unknown, [key, ...rest]: readonly string[]): boolean {
  const shape = (schema as { shape?: Record<string, unknown> }).shape;
  if (key === undefined || shape === undefined) return true;
  return Object.hasOwn(shape, key) && holdsField(shape[key], rest);
}

/**
 * The body of POST /api/appraisal/apply; throws when the form is invalid. A receipt that the
 * target does not offer is never requested, even if an old draft says so.
 */
export function applyBody(
  uid: string,
  target: ApplicationTarget,
  values: ApplicationValues,
): ApplyBody {
  if (target.kind === 'fund') {
    const { application, ...people } = FundForm.parse(values);
    return {
      uid,
      application: { kind: 'fund', ...application, needReceipt: false },
      ...people,
    };
  }
  const { application, ...people } = DirectForm.parse(values);
  const needReceipt = application.needReceipt && target.noReceipt === undefined;
  return {
    uid,
    application: {
      kind: 'direct',
      associateId: target.associateId,
      ...application,
      needReceipt,
    },
    ...people,
  };
}

/**
 * The values that an account prefills: whole groups only, so that a half-typed address is never
 * completed with a line of another one.
 */
export function prefillOf(account: Account, values: ApplicationValues): object {
  const isBlank = (group: object) =>
    Object.values(group).every((value) => value === '' || value === false);
  const { email, tel, ...names } = values.applicant;
  return {
    applicant: {
      ...(isBlank(names) && account.names),
      ...(email === '' && { email: account.email }),
      ...(tel === '' && { tel: formatPhone(account.tel) }),
    },
    applicantAddress: isBlank(values.applicantAddress) ? asTyped(account.address) : {},
  };
}

/** An address with its postal code as the field formats it on blur. */
export function asTyped<Stored extends { zipcode: string }>(address: Stored): Stored {
  return { ...address, zipcode: formatPostalCode(address.zipcode).replace('〒', '') };
}
