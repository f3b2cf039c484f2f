import * as z from 'zod/mini';
import { Timestamp } from '#kit/values/timestamp-schema.ts';
import { OwnProof } from './sign-in.ts';
import { SignInService } from './sign-in-service.ts';

/** A browser in which the person is signed in. */
export const OwnSession = z.object({
  id: z.string(),
  /** «iPhone・Safari»; empty if unknown. */
  device: z.string(),
  signedInAt: Timestamp,
  /** Accurate to a few minutes: it is updated when the browser renews its token. */
  lastSeenAt: Timestamp,
  /** Whether it is the browser of this request. */
  isCurrent: z.boolean(),
});
export type OwnSession = z.infer<typeof OwnSession>;

/** Ends a session; re-authenticates. */
export const SessionEnd = z.strictObject({
  ...OwnProof.shape,
  sessionId: z.string().check(z.minLength(1), z.maxLength(100)),
});
export type SessionEnd = z.infer<typeof SessionEnd>;

/** The ways in which a person can sign in, and whether their e-mail is verified. */
export const SignInMethods = z.object({
  hasPassword: z.boolean(),
  /** Sign-in services linked to the account; `isOffered` ones can be used now. */
  services: z.array(z.object({ ...SignInService.shape, isOffered: z.boolean() })),
  /** Services that can still be linked; none for operators, who never sign in at a service. */
  linkable: z.array(SignInService),
  /** Re-authenticated at a service within the last minutes; replaces the password for people without one. */
  isProven: z.boolean(),
  /** Whether a code of an authenticator app, or a passkey, is required at each sign-in. */
  hasTwoFactor: z.boolean(),
  emailVerified: z.boolean(),
  /** New address of the account until its link is opened. */
  pendingEmail: z.nullable(z.string()),
});
export type SignInMethods = z.infer<typeof SignInMethods>;
