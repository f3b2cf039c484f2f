import * as z from 'zod/mini';
import { Email, NewEmail } from '#domain/values/email.ts';
import { fewestLetters, mostLetters } from '#domain/values/text/letter-count.ts';
import { SecondFactorKind } from './second-factor.ts';
import { isMonotone, isServiceName, weakPasswordMessages } from './weak-password.ts';

export const shortestPassword = 8;
/** Of operators and staff whose password alone opens other people's data (NIST SP 800-63B-4). */
export const shortestSolePassword = 15;
/** Long enough for any phrase, short enough to limit the cost of hashing. */
export const longestPassword = 128;
export const passwordRequiredMessage = 'パスワードを入力してください。';

/** Where somebody who is signed in shows that it is them: no e-mail is asked for, so none is named. */
export const wrongCurrentPasswordMessage =
  'いまのパスワードに誤りがあります。もう一度ご入力ください。';

/** The messages that show whether an e-mail is registered (docs/product.md, Messages). */
export const alreadyRegisteredMessage = 'ご入力いただいたメールアドレスはすでに登録されています。';
export const wrongPasswordMessage = 'メールアドレスまたはパスワードに誤りがあります。';
/** Only who has shown that the account is theirs reads it (docs/product.md, Donors and guests). */
export const lockedAccountMessage =
  'このアカウントは、いま運営が停止しています。お手数をおかけしますが、「お問い合わせ」からご連絡ください。';
export const notRegisteredMessage = 'ご入力いただいたメールアドレスは登録されていません。';

/**
 * A new password: 8 to 128 characters of any kind (no rules of composition, NIST SP 800-63B). The server
 * refuses more of them: those that many use, and what is known of the person.
 */
export const NewPassword = z.string(passwordRequiredMessage).check(
  z.refine((text) => text !== '', { error: passwordRequiredMessage, abort: true }),
  fewestLetters(shortestPassword, `パスワードは${shortestPassword}文字以上で入力してください。`),
  mostLetters(longestPassword, `パスワードは${longestPassword}文字以内で入力してください。`),
  z.refine((text) => !isMonotone(text), weakPasswordMessages.monotone),
  z.refine((text) => !isServiceName(text), weakPasswordMessages.service),
);

/** An existing password: not checked against today's rules, which may be newer than it. */
const existingPassword = (wrong: string) =>
  z
    .string(passwordRequiredMessage)
    .check(z.minLength(1, passwordRequiredMessage), mostLetters(longestPassword, wrong));
const ExistingPassword = existingPassword(wrongPasswordMessage);
const CurrentPassword = existingPassword(wrongCurrentPasswordMessage);

/** A token of a mailed link: 256 bits as base64url. */
const MailedToken = z
  .string()
  .check(
    z.regex(/^[\w-]{43}$/, 'リンクが正しくありません。メールのリンクをもう一度お試しください。'),
  );

export const SignUp = z.strictObject({
  email: NewEmail,
  password: NewPassword,
  /** The auth provider's own clients send a name; names are stored by the account. */
  name: z.optional(z.string().check(z.maxLength(200))),
  rememberMe: z.optional(z.boolean()),
});
export type SignUp = z.infer<typeof SignUp>;

export const SignIn = z.strictObject({
  email: Email,
  password: ExistingPassword,
  /** False: the sign-in ends with the browser, at the latest after a day. */
  rememberMe: z.optional(z.boolean()),
});
export type SignIn = z.infer<typeof SignIn>;

/**
 * `email` and `password` sign in again; `newEmail` takes their place. Who has no
 * password has signed in again at their provider.
 */
export const EmailChange = z.strictObject({
  email: Email,
  password: z.optional(CurrentPassword),
  newEmail: NewEmail,
});
export type EmailChange = z.infer<typeof EmailChange>;

/** As above; a person without a password sets their first one. */
export const PasswordChange = z.strictObject({
  currentPassword: z.optional(CurrentPassword),
  newPassword: NewPassword,
});
export type PasswordChange = z.infer<typeof PasswordChange>;

export const ResetRequest = z.strictObject({ email: Email });
export type ResetRequest = z.infer<typeof ResetRequest>;

export const PasswordReset = z.strictObject({ token: MailedToken, newPassword: NewPassword });
export type PasswordReset = z.infer<typeof PasswordReset>;

/** The body of a mailed link's page: undoing a change of e-mail, verifying an address. */
export const MailedProof = z.strictObject({ token: MailedToken });
export type MailedProof = z.infer<typeof MailedProof>;

/** A six-digit code of an authenticator app. */
export const TotpCode = z.strictObject({
  code: z.string().check(z.regex(/^\d{6}$/, '認証コードは6桁の数字で入力してください。')),
});
export const OwnPassword = z.strictObject({ password: CurrentPassword });

/**
 * Signs in again before a change of how one signs in; a person without a password has re-authenticated at
 * their service.
 */
export const OwnProof = z.strictObject({ password: z.optional(CurrentPassword) });
export type OwnProof = z.infer<typeof OwnProof>;

/** Closing an account; a person without a password has re-authenticated at their service. */
export const Erasure = z.strictObject({ password: z.optional(CurrentPassword) });
export type Erasure = z.infer<typeof Erasure>;

/** The response of a sign-in; with `twoFactor` the second step is still due. */
export const SignedIn = z.object({
  user: z.nullable(z.object({ id: z.string(), email: z.string(), emailVerified: z.boolean() })),
  twoFactor: z.boolean(),
  /** What the second step may be done with. */
  methods: z.array(SecondFactorKind),
});
export type SignedIn = z.infer<typeof SignedIn>;
