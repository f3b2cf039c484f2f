import * as z from 'zod/mini';
import { Email } from '#kit/values/email.ts';
import { maxLetters } from '#kit/values/text/letter-count.ts';
import { Timestamp } from '#kit/values/timestamp-schema.ts';

/** Kinds of second factors: an authenticator app, or a passkey. */
export const SecondFactorKind = z.enum(['totp', 'passkey']);
export type SecondFactorKind = z.infer<typeof SecondFactorKind>;

/** Second factors that can finish the pending sign-in in this browser; null if none is pending. */
export const SecondStep = z.nullable(z.object({ methods: z.array(SecondFactorKind) }));
export type SecondStep = z.infer<typeof SecondStep>;

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
  /** Required for operators and staff. */
  isDemanded: z.boolean(),
  hasTotp: z.boolean(),
  passkeys: z.array(OwnPasskey),
  /** Unused recovery codes of ten; each replaces the second factor once. */
  recoveryCodesLeft: z.number(),
  /** Whether this session showed a second factor within the last ten minutes, as sign-in changes require. */
  isShown: z.boolean(),
});
export type SecondFactors = z.infer<typeof SecondFactors>;

/** Setup of an authenticator app; `qrCode` is `totpURI` drawn in a square of `size` units. */
export const TotpEnrolment = z.object({
  totpURI: z.string(),
  qrCode: z.object({ size: z.number(), path: z.string() }),
});
export type TotpEnrolment = z.infer<typeof TotpEnrolment>;

/** The ten codes, shown only once; null if the person already had a second factor. */
export const NewRecoveryCodes = z.object({ recoveryCodes: z.nullable(z.array(z.string())) });
export type NewRecoveryCodes = z.infer<typeof NewRecoveryCodes>;

/** A typed recovery code: any case, with or without its hyphen. */
export const RecoveryCode = z.strictObject({
  code: z
    .string()
    .check(z.trim(), z.minLength(1, '予備コードを入力してください。'), z.maxLength(50)),
});

/** A code of the authenticator app, or a recovery code. */
export const SecondFactorCode = z.strictObject({
  code: z.string().check(z.trim(), z.minLength(1, 'コードを入力してください。'), z.maxLength(50)),
});

/** The ten new recovery codes, shown only once. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

export const passkeyNameLength = 40;
/** Response of the browser's authenticator (WebAuthn RegistrationResponseJSON or AuthenticationResponseJSON). */
const AuthenticatorAnswer = z.looseObject({ id: z.string().check(z.maxLength(1_400)) });

export const PasskeyRegistration = z.strictObject({
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'パスキーの名前を入力してください。'),
      maxLetters(passkeyNameLength, `名前は${passkeyNameLength}文字以内で入力してください。`),
    ),
  answer: AuthenticatorAnswer,
});
export type PasskeyRegistration = z.infer<typeof PasskeyRegistration>;
export const PasskeyAnswer = z.strictObject({
  answer: AuthenticatorAnswer,
  rememberMe: z.optional(z.boolean()),
});
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>;
export const PasskeyRemoval = z.strictObject({ id: z.string().check(z.maxLength(1_400)) });
export type PasskeyRemoval = z.infer<typeof PasskeyRemoval>;
/** Options for the browser's authenticator, passed through. */
export const PasskeyOptions = z.object({ options: z.looseObject({}) });
export type PasskeyOptions = z.infer<typeof PasskeyOptions>;

/** Removal of a lost second factor: requested by one person, approved by another. */
export const SecondFactorReset = z.object({
  id: z.string(),
  email: z.string(),
  personName: z.string(),
  reason: z.string(),
  askedBy: z.string(),
  askedAt: Timestamp,
  /** Whether the reader may approve it: neither the requester nor the person concerned may. */
  mayApprove: z.boolean(),
});
export type SecondFactorReset = z.infer<typeof SecondFactorReset>;

export const resetReasonLength = 500;
/** Requests the removal of the second factors of the account with this e-mail. */
export const SecondFactorResetRequest = z.strictObject({
  email: Email,
  reason: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, '理由を入力してください。'),
      maxLetters(resetReasonLength, `理由は${resetReasonLength}文字以内で入力してください。`),
    ),
});
export type SecondFactorResetRequest = z.infer<typeof SecondFactorResetRequest>;

/** Identifies the request to decide. */
export const SecondFactorResetDecision = z.strictObject({
  id: z.string().check(z.minLength(1), z.maxLength(100)),
});
export type SecondFactorResetDecision = z.infer<typeof SecondFactorResetDecision>;
