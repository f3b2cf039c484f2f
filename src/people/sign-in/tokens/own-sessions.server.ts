import { and, desc, eq, gt, ne, sql } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { isAdminRole } from '#kit/permissions/admin-roles.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import type { AuthDependencies, Caller } from '#people/sign-in/auth-dependencies.server.ts';
import type { OwnSession, SessionEnd, SignInMethods } from '#people/sign-in/own-sign-in.ts';
import { signInAgain } from '#people/sign-in/re-sign-in.server.ts';
import { secondFactorsOf } from '#people/sign-in/second-factor/factors.server.ts';
import { isProven, signInMethodsOf } from '#people/sign-in/services/identities.server.ts';
import { linkedService } from '#people/sign-in/services/oidc-setting.server.ts';
import { authSessions, authUsers } from '#people/sign-in/sign-in-tables.server.ts';
import { openMailedToken } from './mailed-tokens.server.ts';

/** A person's view of their own sessions, and ending them. */
export const ownSessions = (dependencies: AuthDependencies) => {
  const { db, clock, tokens, oidcProviders } = dependencies;
  return {
    /** Browsers with sessions of the person, this one first, then by last use. */
    async ownSessions({ uid, sessionId }: Person): Promise<OwnSession[]> {
      const rows = await db
        .select({
          id: authSessions.id,
          device: authSessions.userAgent,
          createdAt: authSessions.createdAt,
          updatedAt: authSessions.updatedAt,
        })
        .from(authSessions)
        .where(and(eq(authSessions.userId, uid), gt(authSessions.expiresAt, sql`now()`)))
        .orderBy(
          desc(eq(authSessions.id, sessionId)),
          desc(authSessions.updatedAt),
          authSessions.id,
        );
      return rows.map(({ id, device, createdAt, updatedAt }) => ({
        id,
        device: device ?? '',
        signedInAt: toTimestamp(createdAt),
        lastSeenAt: toTimestamp(updatedAt),
        isCurrent: id === sessionId,
      }));
    },

    /**
     * Ends another session of a person who signs in again: otherwise an unattended browser could lock its owner out.
     * Refuses the current one, and another person's.
     */
    async endOwnSession(person: Person, caller: Caller, { sessionId, password }: SessionEnd) {
      const { uid, sessionId: current } = person;
      if (sessionId === current) {
        throw refuse(
          'Conflict',
          'お使いの端末は、メニューの「ログアウト」からログアウトできます。',
        );
      }
      await signInAgain(dependencies, person, caller, { password, path: 'password' });
      const ended = await db
        .delete(authSessions)
        .where(and(eq(authSessions.id, sessionId), eq(authSessions.userId, uid)))
        .returning({ id: authSessions.id });
      tokens.forget(uid);
      if (ended.length === 0) {
        throw refuse('NotFound', 'この端末は見つかりませんでした。すでにログアウトしています。');
      }
    },

    /** Ends every session but the current one, of a person who signs in again. */
    async endOtherSessions(person: Person, caller: Caller, password: string | undefined) {
      await signInAgain(dependencies, person, caller, { password, path: 'password' });
      const { uid, sessionId } = person;
      await db
        .delete(authSessions)
        .where(and(eq(authSessions.userId, uid), ne(authSessions.id, sessionId)));
      tokens.forget(uid);
    },

    /** Sign-in methods of the person. */
    async signInMethods({ uid, sessionId, role }: Person): Promise<SignInMethods> {
      const [user] = await db
        .select({ emailVerified: authUsers.emailVerified })
        .from(authUsers)
        .where(eq(authUsers.id, uid));
      const { hasPassword, serviceIds } = await signInMethodsOf(db, uid);
      const linkable = oidcProviders.filter(({ id }) => !serviceIds.includes(id));
      return {
        hasPassword,
        services: serviceIds.map((id) => linkedService(oidcProviders, id)),
        linkable: isAdminRole(role) ? [] : linkable.map(({ id, name }) => ({ id, name })),
        isProven: await isProven(db, { uid, sessionId }, clock()),
        hasTwoFactor: (await secondFactorsOf(db, uid)).length > 0,
        emailVerified: user?.emailVerified ?? false,
        pendingEmail: (await openMailedToken(db, 'confirm-email-change', uid, clock())) ?? null,
      };
    },
  };
};
