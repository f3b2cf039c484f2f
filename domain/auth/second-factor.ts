import * as z from 'zod/mini';
import { Timestamp } from '#domain/values/timestamp-schema.ts';

/** What shows, besides a password, that it is the person: an authenticator app, or a passkey. */
export const SecondFactorKind = z.enum(['totp', 'passkey']);
export type SecondFactorKind = z.infer<typeof SecondFactorKind>;

/** A passkey (WebAuthn) as its owner sees it. */
export const OwnPasskey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: Timestamp,
  lastUsedAt: z.nullable(Timestamp),
});
export type OwnPasskey = z.infer<typeof OwnPasskey>;

/** A person's second factors. */
export const SecondFactors = z.object({
  /** Operators and staff must have one. */
  isDemanded: z.boolean(),
  hasTotp: z.boolean(),
  passkeys: z.array(OwnPasskey),
  /** Of ten; each replaces the second factor once. */
  recoveryCodesLeft: z.number(),
  /** Whether this session has shown one within the last ten minutes, as changes of sign-in ask for. */
  isShown: z.boolean(),
});
export type SecondFactors = z.infer<typeof SecondFactors>;

/** The setup of an authenticator app; `qrCode` is the address drawn in a square of `size` units. */
export const TotpEnrolment = z.object({
  totpURI: z.string(),
  qrCode: z.object({ size: z.number(), path: z.string() }),
});
export type TotpEnrolment = z.infer<typeof TotpEnrolment>;

/** The ten codes, shown this once; null where the person had a second factor before. */
export const NewRecoveryCodes = z.object({ recoveryCodes: z.nullable(z.array(z.string())) });
export type NewRecoveryCodes = z.infer<typeof NewRecoveryCodes>;

/** A recovery code as it is typed: any case, with or without its hyphen. */
export const RecoveryCode = z.strictObject({
  code: z
    .string()
    .check(z.trim(), z.minLength(1, '予備コードを入力してください。'), z.maxLength(50)),
});

export const passkeyNameLength = 40;
/** What the browser's authenticator returned (RegistrationResponseJSON, AuthenticationResponseJSON of WebAuthn). */
const AuthenticatorAnswer = z.looseObject({ id: z.string().check(z.maxLength(1_400)) });

export const PasskeyRegistration = z.strictObject({
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'パスキーの名前を入力してください。'),
      z.maxLength(passkeyNameLength, `名前は${passkeyNameLength}文字以内で入力してください。`),
    ),
  answer: AuthenticatorAnswer,
});
export const PasskeyAnswer = z.strictObject({
  answer: AuthenticatorAnswer,
  rememberMe: z.optional(z.boolean()),
});
export const PasskeyRemoval = z.strictObject({ id: z.string().check(z.maxLength(1_400)) });
/** The options for the browser's authenticator, passed on as they are. */
export const PasskeyOptions = z.object({ options: z.looseObject({}) });

/** A second factor that is to be taken from an operator or staff member who lost it: asked by one, agreed by another. */
export const SecondFactorReset = z.object({
  id: z.string(),
  email: z.string(),
  personName: z.string(),
  reason: z.string(),
  askedBy: z.string(),
  askedAt: Timestamp,
  /** Whether the one who reads may agree: neither who asked nor whom it concerns. */
  mayApprove: z.boolean(),
});
export type SecondFactorReset = z.infer<typeof SecondFactorReset>;
