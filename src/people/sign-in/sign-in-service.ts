import * as z from 'zod/mini';
import { NewEmail } from '#kit/values/email.ts';
import { lockedAccountMessage } from './sign-in.ts';

/** A sign-in service (OpenID Connect); `name` is the text of its button: «LINE». */
export const SignInService = z.object({ id: z.string(), name: z.string() });
export type SignInService = z.infer<typeof SignInService>;

/** Id of a service, as in OIDC_PROVIDERS. */
export const serviceId = z.string().check(z.minLength(1), z.maxLength(32));

/** Starts a sign-in from one of the two pages; `back` is the page requested originally. */
export const ServiceDeparture = z.strictObject({
  service: serviceId,
  page: z.enum(['login', 'join']),
  back: z.optional(z.string().check(z.maxLength(1_000))),
});
export type ServiceDeparture = z.infer<typeof ServiceDeparture>;

/** Starts a re-authentication before a change; `screen` is the account page to return to. */
export const ServiceReturn = z.strictObject({
  service: serviceId,
  screen: z
    .string()
    .check(
      z.regex(
        /^(email|password|erase|account|two-factor(\/[a-z-]{1,32})?|service\/[a-z][a-z0-9-]{0,31})$/,
      ),
    ),
});
export type ServiceReturn = z.infer<typeof ServiceReturn>;

/** The URL of the sign-in at the service. */
export const ServiceAddress = z.object({ url: z.string() });
export type ServiceAddress = z.infer<typeof ServiceAddress>;

/** A person without an account who signed in at a service, with the service's data. */
export const ServiceNewcomer = z.object({
  service: SignInService,
  /** Empty if the service sends none. */
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
});
export type ServiceNewcomer = z.infer<typeof ServiceNewcomer>;

/** Registration of such a person; the e-mail may differ from the service's. */
export const ServiceSignUp = z.strictObject({ email: NewEmail });
export type ServiceSignUp = z.infer<typeof ServiceSignUp>;

/** Messages for a failed sign-in at a service, by the code in the return URL. */
export const serviceProblems = {
  cancelled: 'ログインは行われませんでした。もう一度お試しいただくか、ほかの方法をお選びください。',
  expired: 'ログインの時間が切れました。お手数ですが、もう一度お試しください。',
  failed: 'ログインを確かめられませんでした。お手数ですが、もう一度お試しください。',
  unavailable: 'ログインのサービスから応答がありません。少し時間をおいて、もう一度お試しください。',
  'too-many':
    '続けてお試しになったため、しばらくお休みしています。少し時間をおいてから、もう一度お試しください。',
  'password-first':
    'このメールアドレスは、すでに登録されています。メールアドレスとパスワードでログインしてください。パスワードがわからないときは、再設定できます。',
  'password-only': 'このアカウントには、メールアドレスとパスワードでログインしてください。',
  locked: lockedAccountMessage,
  'somebody-else':
    'ご登録とは別のアカウントでログインされました。いつもお使いのアカウントで、もう一度お試しください。',
  'not-anew':
    '改めてログインされたことを確かめられませんでした。パスワードの再設定からパスワードを決めていただくと、この手続きができます。',
  'linked-already': 'このサービスは、すでにこのアカウントにつながっています。',
  'linked-elsewhere':
    'このサービスでのご登録は、たすきの別のアカウントにつながっているため、つなげませんでした。',
  'another-person':
    '途中でログインしている方が替わったため、サービスをつなげませんでした。お手数ですが、もう一度お試しください。',
  'signed-out':
    '途中でログアウトされたため、サービスをつなげませんでした。ログインしてから、もう一度お試しください。',
} as const;
export type ServiceProblem = keyof typeof serviceProblems;

const successes = ['signed-in', 'code', 'newcomer', 'proven', 'linked'] as const;

/** Outcome of a sign-in at a service; passed in the fragment of the return URL. */
export type ServiceOutcome = (typeof successes)[number] | ServiceProblem;

export const fragmentOf = (outcome: ServiceOutcome): string => `#service=${outcome}`;

export function serviceOutcomeIn(hash: string): ServiceOutcome | undefined {
  const outcomes = [...successes, ...Object.keys(serviceProblems)] as ServiceOutcome[];
  return outcomes.find((outcome) => hash === fragmentOf(outcome));
}

/** Message of a failed outcome; undefined if it succeeded. */
export const problemIn = (
  outcome: ServiceOutcome | undefined,
  words: Record<ServiceProblem, string> = serviceProblems,
): string | undefined => outcome && (words as Partial<Record<ServiceOutcome, string>>)[outcome];
