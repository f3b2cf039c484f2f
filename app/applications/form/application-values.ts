import * as z from 'zod/mini';
import { type Account, Address, Applicant } from '#domain/accounts/account.ts';
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

/** The steps of an application in their order; the last stands after the form was sent. */
export const formSteps = ['goods', 'recipient', 'confirm', 'complete'] as const;
export type FormStep = (typeof formSteps)[number];

/** What a person types and chooses; a direct application leaves the fund's fields empty. */
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
  applicantAddress: Record<keyof Address, string>;
};

/** What the application is for: one organisation, or a fund that is chosen on the form. */
export type ApplicationTarget =
  | {
      kind: 'direct';
      associateId: string;
      name: string;
      /** Why there is no receipt; undefined where one can be wished for. */
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
  applicantAddress: { zipcode: '', prefecture: '', line1: '', line2: '', building: '' },
};

/** An agreement is given anew each time. */
export const leftOutOfDraft = ['application.agreed'] as const;

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
/** Checked here as well, long before the form is sent; the server's clock has the last word. */
const birth = fund.birth.check(
  z.refine((day) => !sellerAgeProblem(day, jstDay(new Date())), {
    error: ({ input }) => sellerAgeProblem(String(input), jstDay(new Date())),
  }),
);
const fundRecipient = { birth, occupation: fund.occupation, ...delivery };
const agreed = { agreed: direct.agreed };
const person = { applicant: Applicant, applicantAddress: Address };

const DirectForm = z.object({
  application: z.object({ ...goods, ...delivery, ...agreed }),
  ...person,
});
const FundForm = z.object({
  application: z.object({ ...fundGoods, ...fundRecipient, ...agreed }),
  ...person,
});

/** What must be right before the next step; after the last one, the whole. */
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

/** The step to show when `wanted` is asked for: the first one before it that is not filled in yet. */
export function reachableStep(
  kind: ApplicationKind,
  wanted: FormStep,
  values: ApplicationValues,
): FormStep {
  const before = formSteps.slice(0, formSteps.indexOf(wanted));
  return before.find((step) => !stepSchemas[kind][step].safeParse(values).success) ?? wanted;
}

/** The first step that holds one of the fields which were refused; undefined for none of them. */
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
 * The body of POST /api/appraisal/apply; throws where the form is not filled in. A receipt that the
 * target does not offer is not wished for, whatever a draft of another application says.
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
 * What of an account fits into the form: whole groups only, so that a half-typed address is never
 * completed with a line of another one.
 */
export function prefillOf(account: Account, values: ApplicationValues): object {
  const isBlank = (group: Record<string, string>) =>
    Object.values(group).every((text) => text === '');
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

/** An address with its postal code as the field shows it once it is left. */
export function asTyped<Stored extends { zipcode: string }>(address: Stored): Stored {
  return { ...address, zipcode: formatPostalCode(address.zipcode).replace('〒', '') };
}
