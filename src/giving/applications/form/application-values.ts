import * as z from 'zod/mini';
import type { Offer } from '#giving/acceptance/acceptance.ts';
import { acceptanceProblems } from '#giving/acceptance/acceptance-problems.ts';
import {
  type ApplyBody,
  DirectApplication,
  FundApplication,
} from '#giving/applications/application.ts';
import type { DeliverySlot } from '#giving/applications/delivery.ts';
import type { ProductKind } from '#giving/applications/goods.ts';
import { formatPhone } from '#kit/values/phone.ts';
import { formatPostalCode } from '#kit/values/postal-code.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import type { SocialChallenge } from '#organisations/associates/associate.ts';
import type { SocialChallengeId } from '#organisations/challenges/social-challenge.ts';
import { type Account, type Address, Applicant, SentAddress } from '#people/accounts/account.ts';
import { type FormStep, formSteps } from './step-state.ts';

/** The form's values; a direct application leaves the fund's fields empty. */
export type ApplicationValues = {
  application: {
    socialChallengeId: SocialChallengeId | '';
    products: ProductKind[];
    boxes: number;
    frequency: 'once' | 'recurring';
    needReceipt: boolean;
    needsKit: boolean;
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
      /** Reason why no receipt is issued; undefined where one can be requested. */
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
    needsKit: true,
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

/** Never restored from a draft: the agreement, and the confirmation of an unusual address. */
export const excludedFromDraft = [
  'application.agreed',
  'applicantAddress.isAddressConfirmed',
] as const;

const direct = DirectApplication.shape;
const fund = FundApplication.shape;

type Asked = Parameters<typeof acceptanceProblems>[0];

/** Checks a field against what the operator accepts; an early check, because the server decides. */
function acceptedOf<Schema extends z.ZodMiniType>(
  schema: Schema,
  offer: Offer,
  asked: (value: z.infer<Schema>) => Asked,
  path: string[] = [],
) {
  const problem = (value: unknown) =>
    acceptanceProblems(asked(value as z.infer<Schema>), offer, jstDay(new Date()))[0]?.message;
  return schema.check(
    z.refine((value) => problem(value) === undefined, {
      path,
      error: ({ input }) => problem(input),
    }),
  );
}

export function fieldsOf(offer: Offer) {
  const goods = {
    products: acceptedOf(direct.products, offer, (products) => ({ application: { products } })),
    boxes: acceptedOf(direct.boxes, offer, (boxes) => ({ application: { boxes } })),
    frequency: direct.frequency,
    needReceipt: direct.needReceipt,
    needsKit: direct.needsKit,
  };
  const delivery = { deliveryDate: direct.deliveryDate, deliverySlot: direct.deliverySlot };
  return {
    goods,
    fundGoods: { socialChallengeId: fund.socialChallengeId, ...goods },
    delivery,
    fundRecipient: {
      birth: acceptedOf(fund.birth, offer, (birth) => ({ application: { birth } })),
      occupation: fund.occupation,
      ...delivery,
    },
    agreed: { agreed: direct.agreed },
    person: {
      applicant: Applicant,
      applicantAddress: acceptedOf(
        SentAddress,
        offer,
        (applicantAddress) => ({ application: {}, applicantAddress }),
        ['prefecture'],
      ),
    },
  };
}

export const directForm = ({ goods, delivery, agreed, person }: ReturnType<typeof fieldsOf>) =>
  z.object({ application: z.object({ ...goods, ...delivery, ...agreed }), ...person });
export const fundForm = ({
  fundGoods,
  fundRecipient,
  agreed,
  person,
}: ReturnType<typeof fieldsOf>) =>
  z.object({ application: z.object({ ...fundGoods, ...fundRecipient, ...agreed }), ...person });

export type StepSchemas = Record<FormStep, z.ZodMiniType>;

/** The schema of each step; the last one validates the whole form. */
export function stepSchemas(kind: ApplicationKind, offer: Offer): StepSchemas {
  const fields = fieldsOf(offer);
  const isFund = kind === 'fund';
  const form = isFund ? fundForm(fields) : directForm(fields);
  const { goods, fundGoods, delivery, fundRecipient, person } = fields;
  return {
    goods: z.object({ application: z.object(isFund ? fundGoods : goods) }),
    recipient: z.object({ application: z.object(isFund ? fundRecipient : delivery), ...person }),
    confirm: form,
    complete: form,
  };
}

/** The step to show when `wanted` is requested: the first incomplete step before it, if any. */
export function reachableStep(
  schemas: StepSchemas,
  wanted: FormStep,
  values: ApplicationValues,
): FormStep {
  const before = formSteps.slice(0, formSteps.indexOf(wanted));
  return before.find((step) => !schemas[step].safeParse(values).success) ?? wanted;
}

/** The first step that has one of the refused fields; undefined when none has. */
export function stepOfErrors(
  schemas: StepSchemas,
  errors: readonly { path: string }[],
): FormStep | undefined {
  return (['goods', 'recipient'] as const).find((step) =>
    errors.some(({ path }) => holdsField(schemas[step], path.split('.'))),
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
  offer: Offer,
): ApplyBody {
  const { termsVersion } = offer;
  if (target.kind === 'fund') {
    const { application, ...people } = fundForm(fieldsOf(offer)).parse(values);
    return {
      uid,
      application: { kind: 'fund', ...application, needReceipt: false },
      ...people,
      termsVersion,
    };
  }
  const { application, ...people } = directForm(fieldsOf(offer)).parse(values);
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
    termsVersion,
  };
}

/**
 * The values that an account prefills: whole groups only, so that a partly typed address is never
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
    applicantAddress: isBlank(values.applicantAddress) ? asFormAddress(account.address) : {},
  };
}

/** An address with its postal code as the field formats it on blur. */
export function asFormAddress<Stored extends { zipcode: string }>(address: Stored): Stored {
  return { ...address, zipcode: formatPostalCode(address.zipcode).replace('〒', '') };
}
