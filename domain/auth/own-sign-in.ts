import * as z from 'zod/mini';
import { Timestamp } from '#domain/values/timestamp-schema.ts';
import { SignInService } from './sign-in-service.ts';

/** One browser in which a person is signed in. */
export const OwnSession = z.object({
  id: z.string(),
  /** «iPhone・Safari»; empty where the browser did not say. */
  device: z.string(),
  signedInAt: Timestamp,
  /** To some minutes: a browser is noticed when it renews its token. */
  lastSeenAt: Timestamp,
  /** The browser that asks. */
  isCurrent: z.boolean(),
});
export type OwnSession = z.infer<typeof OwnSession>;

/** Names the session to end. */
export const SessionEnd = z.strictObject({
  sessionId: z.string().check(z.minLength(1), z.maxLength(100)),
});
export type SessionEnd = z.infer<typeof SessionEnd>;

/** How a person can sign in, and whether their e-mail is proven. */
export const SignInMethods = z.object({
  hasPassword: z.boolean(),
  /** The sign-in services that are linked to the account; one that is offered can be used today. */
  services: z.array(z.object({ ...SignInService.shape, isOffered: z.boolean() })),
  /** Those that could be linked besides; none for operators, who come by password alone. */
  linkable: z.array(SignInService),
  /** Signed in anew at a service within the last minutes: stands for a password where there is none. */
  isProven: z.boolean(),
  /** An authenticator app is asked for a code at each sign-in (operators only). */
  hasTwoFactor: z.boolean(),
  emailVerified: z.boolean(),
});
export type SignInMethods = z.infer<typeof SignInMethods>;

/** What sets up an authenticator app; `qrCode` is the address drawn in a square of `size` units. */
export const TwoFactorEnrolment = z.object({
  totpURI: z.string(),
  qrCode: z.object({ size: z.number(), path: z.string() }),
  /** Each takes the place of a code once. */
  backupCodes: z.array(z.string()),
});
export type TwoFactorEnrolment = z.infer<typeof TwoFactorEnrolment>;
