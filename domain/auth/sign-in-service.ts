import * as z from 'zod/mini';
import { Email } from '#domain/values/email.ts';

/** A service at which people may sign in (OpenID Connect); `name` is what its button says: «LINE». */
export const SignInService = z.object({ id: z.string(), name: z.string() });
export type SignInService = z.infer<typeof SignInService>;

/** Names a service, as OIDC_PROVIDERS does. */
export const serviceId = z.string().check(z.minLength(1), z.maxLength(32));

/** Leaves for a service from one of the two pages; `back` is where one wanted to go. */
export const ServiceDeparture = z.strictObject({
  service: serviceId,
  page: z.enum(['login', 'join']),
  back: z.optional(z.string().check(z.maxLength(1_000))),
});
export type ServiceDeparture = z.infer<typeof ServiceDeparture>;

/** Leaves for a service to sign in anew, before a change; the screen of the account to come back to. */
export const ServiceReturn = z.strictObject({
  service: serviceId,
  screen: z.string().check(z.regex(/^(email|password|erase|service\/[a-z][a-z0-9-]{0,31})$/)),
});
export type ServiceReturn = z.infer<typeof ServiceReturn>;

/** Where the browser goes to sign in at the service. */
export const ServiceAddress = z.object({ url: z.string() });
export type ServiceAddress = z.infer<typeof ServiceAddress>;

/** Somebody who signed in at a service and has no account yet, as the service tells of them. */
export const ServiceNewcomer = z.object({
  service: SignInService,
  /** Empty where the service tells none. */
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
});
export type ServiceNewcomer = z.infer<typeof ServiceNewcomer>;

/** The registration of such a person: the e-mail, which need not be the service's. */
export const ServiceSignUp = z.strictObject({ email: Email });
export type ServiceSignUp = z.infer<typeof ServiceSignUp>;

/** Why a sign-in at a service came to nothing, by the code in the address that one comes back to. */
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

/** What a sign-in at a service came to; travels in the fragment of the page that one comes back to. */
export type ServiceOutcome = (typeof successes)[number] | ServiceProblem;

/** The fragment that tells an outcome. */
export const fragmentOf = (outcome: ServiceOutcome): string => `#service=${outcome}`;

/** The outcome that a fragment tells; undefined for any other. */
export function serviceOutcomeIn(hash: string): ServiceOutcome | undefined {
  const outcomes = [...successes, ...Object.keys(serviceProblems)] as ServiceOutcome[];
  return outcomes.find((outcome) => hash === fragmentOf(outcome));
}

/** What to tell people of an outcome, in these words; undefined where nothing went wrong. */
export const problemIn = (
  outcome: ServiceOutcome | undefined,
  words: Record<ServiceProblem, string> = serviceProblems,
): string | undefined => outcome && (words as Partial<Record<ServiceOutcome, string>>)[outcome];
