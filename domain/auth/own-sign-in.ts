import * as z from 'zod/mini';
import { Timestamp } from '#domain/values/timestamp-schema.ts';
import { OwnProof } from './sign-in.ts';
import { SignInService } from './sign-in-service.ts';

/** One browser in which a person is signed in. */
export const OwnSession = z.object({
  id: z.string(),
  /** «iPhone・Safari»; empty where the browser did not say. */
  device: z.string(),
  signedInAt: Timestamp,
  /** Accurate to some minutes: a browser is recorded when it renews its token. */
  lastSeenAt: Timestamp,
  /** Whether it is the browser of this request. */
  isCurrent: z.boolean(),
});
export type OwnSession = z.infer<typeof OwnSession>;

/** Identifies the session to end, and signs in again. */
export const SessionEnd = z.strictObject({
  ...OwnProof.shape,
  sessionId: z.string().check(z.minLength(1), z.maxLength(100)),
});
export type SessionEnd = z.infer<typeof SessionEnd>;

/** The ways in which a person can sign in, and whether their e-mail is verified. */
export const SignInMethods = z.object({
  hasPassword: z.boolean(),
  /** The sign-in services that are linked to the account; one that is offered can be used today. */
  services: z.array(z.object({ ...SignInService.shape, isOffered: z.boolean() })),
  /** The services that could also be linked; none for operators, who sign in by password alone. */
  linkable: z.array(SignInService),
  /**
   * Re-authenticated at a service within the last minutes: replaces a password where there is none.
   */
  isProven: z.boolean(),
  /** Whether a code of an authenticator app, or a passkey, is required at each sign-in. */
  hasTwoFactor: z.boolean(),
  emailVerified: z.boolean(),
  /** The address that the account is to be moved to, until its link is opened. */
  pendingEmail: z.nullable(z.string()),
});
export type SignInMethods = z.infer<typeof SignInMethods>;
