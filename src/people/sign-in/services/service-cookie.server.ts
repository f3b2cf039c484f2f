import { z } from 'zod';
import type { Dependencies } from '#kit/dependencies.server.ts';
import type { Secrets } from '#kit/keys/secrets.server.ts';
import { ServiceDeparture, ServiceReturn } from '#people/sign-in/sign-in-service.ts';
import { sealedCookie } from './sealed-cookie.server.ts';

/** A sign-in at a service in progress in this browser. */
export const UnderWay = z.object({
  kind: z.literal('under-way'),
  service: z.string(),
  question: z.object({ state: z.string(), nonce: z.string(), verifier: z.string() }),
  /** In milliseconds. */
  startedAt: z.number(),
  purpose: z.union([
    z.object({
      page: ServiceDeparture.shape.page,
      back: ServiceDeparture.shape.back,
    }),
    z.object({ screen: ServiceReturn.shape.screen, uid: z.string(), sessionId: z.string() }),
    /** Links the service to this person's account, requested in this session. */
    z.object({ linkTo: z.string(), sessionId: z.string() }),
  ]),
});
export type UnderWay = z.infer<typeof UnderWay>;
export type Purpose = UnderWay['purpose'];

/** A person signed in at a service, to be asked for the rest of a registration. */
export const Arrived = z.object({
  kind: z.literal('newcomer'),
  service: z.string(),
  accountId: z.string(),
  email: z.string(),
  isEmailVerified: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
});
export type Arrived = z.infer<typeof Arrived>;

/** Ample time to sign in there, or to fill in the form. */
export const underWayLifeSeconds = 15 * 60;

/** The one cookie of a sign-in at a service: its two contents replace each other. */
export const serviceCookie = (
  dependencies: Secrets & Pick<Dependencies, 'publicUrl' | 'clock'>,
) => {
  const cookie = sealedCookie('tasuki.service', dependencies);
  return {
    keep: (content: UnderWay | Arrived) => cookie.seal(content, underWayLifeSeconds),
    open: cookie.open,
    cleared: cookie.cleared,
  };
};
