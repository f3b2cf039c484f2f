import * as z from 'zod/mini';
import { Email, NewEmail } from '#kit/values/email.ts';
import { maxLetters, minLetters } from '#kit/values/text/letter-count.ts';
import { SecondFactorKind } from './second-factor.ts';
import { isMonotone, isServiceName, weakPasswordMessages } from './weak-password.ts';

export const minPasswordLength = 8;
/** For operators and staff, whose password alone gives access to other people's data (NIST SP 800-63B-4). */
export const minSolePasswordLength = 15;
/** Long enough for any phrase, short enough to limit the cost of hashing. */
export const maxPasswordLength = 128;
export const passwordRequiredMessage = 'パスワードを入力してください。';

/** Used where a signed-in person re-authenticates: no e-mail is entered, so none is mentioned. */
export const wrongCurrentPasswordMessage =
  'いまのパスワードに誤りがあります。もう一度ご入力ください。';

/** Messages that reveal whether an e-mail is registered (docs/product.md, Messages). */
export const alreadyRegisteredMessage = 'ご入力いただいたメールアドレスはすでに登録されています。';
export const wrongPasswordMessage = 'メールアドレスまたはパスワードに誤りがあります。';
/** Shown only after a successful sign-in (docs/product.md, Donors and guests). */
export const lockedAccountMessage =
  'このアカウントは、いま運営が停止しています。お手数をおかけしますが、「お問い合わせ」からご連絡ください。';
export const notRegisteredMessage = 'ご入力いただいたメールアドレスは登録されていません。';

/**
 * A new password: 8 to 128 characters of any kind (no composition rules, NIST SP 800-63B). The
 * server also refuses common passwords and those made of the person's own data.
 */
export const NewPassword = z.string(passwordRequiredMessage).check(
  z.refine((text) => text !== '', { error: passwordRequiredMessage, abort: true }),
  minLetters(minPasswordLength, `パスワードは${minPasswordLength}文字以上で入力してください。`),
  maxLetters(maxPasswordLength, `パスワードは${maxPasswordLength}文字以内で入力してください。`),
  z.refine((text) => !isMonotone(text), weakPasswordMessages.monotone),
  z.refine((text) => !isServiceName(text), weakPasswordMessages.service),
);

/** An existing password: not validated against today's rules, which may be newer. */
const existingPassword = (wrong: string) =>
  z
    .string(passwordRequiredMessage)
    .check(z.minLength(1, passwordRequiredMessage), maxLetters(maxPasswordLength, wrong));
const ExistingPassword = existingPassword(wrongPasswordMessage);
const CurrentPassword = existingPassword(wrongCurrentPasswordMessage);

/** Token of a mailed link: 256 bits as base64url. */
const MailedToken = z
  .string()
  .check(
    z.regex(/^[\w-]{43}$/, 'リンクが正しくありません。メールのリンクをもう一度お試しください。'),
  );

export const SignUp = z.strictObject({
  email: NewEmail,
  password: NewPassword,
  /** Sent by the auth provider's own clients; ignored, since names are stored in the account. */
  name: z.optional(z.string().check(z.maxLength(200))),
  rememberMe: z.optional(z.boolean()),
});
export type SignUp = z.infer<typeof SignUp>;

export const SignIn = z.strictObject({
  email: Email,
  password: ExistingPassword,
  /** False: the session ends with the browser, after a day at the latest. */
  rememberMe: z.optional(z.boolean()),
});
export type SignIn = z.infer<typeof SignIn>;

/**
 * `email` and `password` re-authenticate; `newEmail` is the new address. A person without a
 * password has re-authenticated at a service.
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

/** Body of pages behind mailed links: undoing a change of e-mail, verifying an address. */
export const MailedProof = z.strictObject({ token: MailedToken });
export type MailedProof = z.infer<typeof MailedProof>;

/** A six-digit code of an authenticator app. */
export const TotpCode = z.strictObject({
  code: z.string().check(z.regex(/^\d{6}$/, '認証コードは6桁の数字で入力してください。')),
});
export const OwnPassword = z.strictObject({ password: CurrentPassword });

/**
 * Re-authenticates before a change of sign-in methods; a person without a password has
 * re-authenticated at a service.
 */
export const OwnProof = z.strictObject({ password: z.optional(CurrentPassword) });
export type OwnProof = z.infer<typeof OwnProof>;

/** Closes an account; a person without a password has re-authenticated at a service. */
export const Erasure = z.strictObject({ password: z.optional(CurrentPassword) });
export type Erasure = z.infer<typeof Erasure>;

/** Response of a sign-in; with `twoFactor` the second step is still due. */
export const SignedIn = z.object({
  user: z.nullable(z.object({ id: z.string(), email: z.string(), emailVerified: z.boolean() })),
  twoFactor: z.boolean(),
  /** Second factors that can be used. */
  methods: z.array(SecondFactorKind),
});
export type SignedIn = z.infer<typeof SignedIn>;
