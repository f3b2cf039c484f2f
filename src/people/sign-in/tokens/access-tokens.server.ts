import { and, eq, gt, sql } from 'drizzle-orm';
import { type CryptoKey, decodeProtectedHeader, errors, importJWK, jwtVerify } from 'jose';
import { z } from 'zod';
import type { Newcomer, Person } from '#kit/actor.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { Role, type StaffRole } from '#kit/permissions/roles.ts';
import { staffMemberships } from '#organisations/room/room-tables.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import {
  hasSecondFactor,
  isSecondFactorDemanded,
} from '#people/sign-in/second-factor/factors.server.ts';
import { authKeys, authSessions } from '#people/sign-in/sign-in-tables.server.ts';

/** Tolerated clock difference between processes. */
const toleranceSeconds = 30;
const maxLifeSeconds = 5 * 60;
const maxTokenLength = 2_000;
/** Sessions are read again after this, so that their end takes effect within a second in every process. */
const freshMs = 900;
const keysFreshMs = 5 * 60_000;
const maxCached = 20_000;

type Claims = { uid: string; sessionId: string; expiresAtSeconds: number };
/** Our claims in a token, besides the standard checks. */
const Payload = z.object({ sub: z.string(), sid: z.string(), exp: z.number() });
type Holder = Person | Newcomer | undefined;
type Check = { uid: string; startedAtMs: number; found: Promise<Holder> };

/** Header fields that we sign with; jku, jwk, x5u and the like are refused. */
const knownHeaders = new Set(['alg', 'kid', 'typ']);

/** Key id of a token; undefined if its header is not one of ours. */
function keyIdIn(token: string): string | undefined {
  if (token.length > maxTokenLength) return undefined;
  try {
    const header = decodeProtectedHeader(token);
    const isOurs =
      header.alg === 'EdDSA' &&
      (header.typ === undefined || header.typ === 'JWT') &&
      Object.keys(header).every((name) => knownHeaders.has(name));
    return isOurs ? header.kid : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Finds the person of a token: EdDSA by a key of our own table, our issuer and audience, not expired, session still
 * open. Cache ages use a monotonic clock.
 */
export const accessTokens = ({
  db,
  clock,
  publicUrl,
  allowSampleSignIns,
}: Pick<Dependencies, 'db' | 'clock' | 'publicUrl' | 'allowSampleSignIns'>) => {
  let keys = new Map<string, CryptoKey>();
  let keysLoadedAtMs = Number.NEGATIVE_INFINITY;
  let loading: Promise<void> | undefined;
  const verified = new Map<string, Claims>();
  const checks = new Map<string, Check>();

  async function loadKeys() {
    const rows = await db
      .select({ id: authKeys.id, publicKey: authKeys.publicKey })
      .from(authKeys)
      // A token stays valid for minutes after its key's last signature.
      .where(
        sql`${authKeys.expiresAt} is null or ${authKeys.expiresAt} > now() - interval '1 hour'`,
      );
    const imported = new Map<string, CryptoKey>();
    for (const { id, publicKey } of rows) {
      const key = await importJWK({ ...JSON.parse(publicKey), alg: undefined }, 'EdDSA');
      if (!(key instanceof Uint8Array)) imported.set(id, key);
    }
    keys = imported;
    keysLoadedAtMs = performance.now();
  }

  async function keyOf(id: string): Promise<CryptoKey | undefined> {
    if (!keys.has(id) || performance.now() - keysLoadedAtMs > keysFreshMs) {
      loading ??= loadKeys().finally(() => {
        loading = undefined;
      });
      await loading;
    }
    return keys.get(id);
  }

  async function verify(token: string): Promise<Claims | undefined> {
    const keyId = keyIdIn(token);
    const key = keyId === undefined ? undefined : await keyOf(keyId);
    if (!key) return undefined;
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ['EdDSA'],
        issuer: publicUrl,
        audience: publicUrl,
        currentDate: clock(),
        clockTolerance: toleranceSeconds,
        // Also requires a time of issue.
        maxTokenAge: maxLifeSeconds,
      });
      const { data } = Payload.safeParse(payload);
      return data && { uid: data.sub, sessionId: data.sid, expiresAtSeconds: data.exp };
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }

  async function claimsOf(token: string): Promise<Claims | undefined> {
    const known = verified.get(token);
    if (known) {
      const endsAt = known.expiresAtSeconds + toleranceSeconds;
      if (clock().getTime() / 1000 < endsAt) return known;
      verified.delete(token);
      return undefined;
    }
    const claims = await verify(token);
    if (claims) {
      if (verified.size >= maxCached) verified.clear();
      verified.set(token, claims);
    }
    return claims;
  }

  async function lookUp({ uid, sessionId }: Claims): Promise<Holder> {
    const [row] = await db
      .select({
        registered: users.uid,
        role: users.role,
        isSample: users.isSample,
        lockedAt: users.lockedAt,
        hasSecondFactor: hasSecondFactor(sql`${authSessions.userId}`),
        staffRoles: sql<Record<string, StaffRole>>`(
          select coalesce(jsonb_object_agg(${staffMemberships.associateId}, ${staffMemberships.role}), '{}')
          from ${staffMemberships} where ${staffMemberships.uid} = ${authSessions.userId})`,
      })
      .from(authSessions)
      .leftJoin(users, eq(users.uid, authSessions.userId))
      .where(
        and(
          eq(authSessions.id, sessionId),
          eq(authSessions.userId, uid),
          gt(authSessions.expiresAt, sql`now()`),
        ),
      );
    if (!row || row.lockedAt || (row.isSample && !allowSampleSignIns)) return undefined;
    if (row.registered === null) return { kind: 'newcomer', uid, sessionId };
    const { staffRoles, hasSecondFactor: hasOne, isSample } = row;
    const associateIds = Object.keys(staffRoles).sort();
    const role = Role.parse(row.role);
    const isDemanded = isSecondFactorDemanded(
      { role, isSample: isSample ?? false },
      allowSampleSignIns,
    );
    const lacksSecondFactor = isDemanded && !hasOne;
    return { kind: 'person', uid, role, sessionId, associateIds, staffRoles, lacksSecondFactor };
  }

  function checked(claims: Claims): Promise<Holder> {
    const earlier = checks.get(claims.sessionId);
    if (earlier?.uid === claims.uid && performance.now() - earlier.startedAtMs < freshMs) {
      return earlier.found;
    }
    const check = { uid: claims.uid, startedAtMs: performance.now(), found: lookUp(claims) };
    if (checks.size >= maxCached) checks.clear();
    checks.set(claims.sessionId, check);
    check.found.catch(() => {
      if (checks.get(claims.sessionId) === check) checks.delete(claims.sessionId);
    });
    return check.found;
  }

  return {
    /** The person of this token; undefined if it is invalid. */
    async personOf(token: string): Promise<Holder> {
      const claims = await claimsOf(token);
      return claims && checked(claims);
    },

    /** Drops a person's cached sessions after a change in this process. */
    forget(uid: string) {
      for (const [sessionId, check] of checks) if (check.uid === uid) checks.delete(sessionId);
    },
  };
};
export type AccessTokens = ReturnType<typeof accessTokens>;
