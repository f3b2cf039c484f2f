import * as z from 'zod/mini';
import type { SignInMethods } from './own-sign-in.ts';
import { OwnPassword } from './sign-in.ts';
import { type ServiceProblem, serviceId, serviceProblems } from './sign-in-service.ts';

/**
 * Starts linking a service to one's account. Re-authenticates by password; a person without one has
 * re-authenticated at a linked service.
 */
export const ServiceLink = z.strictObject({
  service: serviceId,
  password: z.optional(OwnPassword.shape.password),
});
export type ServiceLink = z.infer<typeof ServiceLink>;

/** Unlinks a service; the password re-authenticates, as above. */
export const ServiceUnlink = z.strictObject({
  service: serviceId,
  password: z.optional(OwnPassword.shape.password),
});
export type ServiceUnlink = z.infer<typeof ServiceUnlink>;

/** Whether this service is the only way to sign in: no password, and no other service in use. */
export const isOnlySignInMethod = (
  { hasPassword, services }: Pick<SignInMethods, 'hasPassword' | 'services'>,
  service: string,
): boolean => !hasPassword && !services.some(({ id, isOffered }) => isOffered && id !== service);

export const onlyWayMessage =
  'いまは、これがただ一つのログインの方法です。先にパスワードを決めてから、解除してください。';

/** Messages for a failed link; some differ from those of a sign-in. */
export const linkProblems: Record<ServiceProblem, string> = {
  ...serviceProblems,
  cancelled: 'サービスをつなぐ手続きは行われませんでした。よろしければ、もう一度お試しください。',
  expired: '手続きの時間が切れました。お手数ですが、もう一度お試しください。',
  failed: 'サービスでのログインを確かめられず、つなげませんでした。もう一度お試しください。',
  'password-only': '運営者のアカウントには、サービスをつなげません。',
};
