import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { applications } from '#giving/applications/application-tables.server.ts';
import { noSuchClaim, redeemClaimToken } from '#giving/applications/application-tokens.server.ts';
import { parseAppraisalId } from '#giving/applications/appraisal-number.ts';
import { donations } from '#giving/donations/donation-tables.server.ts';
import type { Newcomer, Person } from '#kit/actor.server.ts';
import { type Transaction, transaction, violatedConstraint } from '#kit/db/database.server.ts';
import { withIdempotencyKey } from '#kit/db/idempotency.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { stale } from '#kit/http/versions.server.ts';
import { authUsers } from '#people/sign-in/sign-in-tables.server.ts';
import type {
  Account,
  Address,
  Names,
  Registration,
  RegistrationFromApplication,
  TelUpdate,
} from './account.ts';
import { users } from './account-tables.server.ts';
import { openAccount } from './open-account.server.ts';

type Row = typeof users.$inferSelect;
export type VersionedAccount = { account: Account; version: number };
/** Columns of an account; an application has the same for a guest. */
type AccountRow = Account['names'] &
  Account['address'] &
  Pick<Row, 'email' | 'tel' | 'accountVersion'>;

export const toAccount = (row: AccountRow): VersionedAccount => ({
  account: {
    email: row.email,
    tel: row.tel,
    names: {
      firstName: row.firstName,
      lastName: row.lastName,
      firstNameKana: row.firstNameKana,
      lastNameKana: row.lastNameKana,
    },
    address: {
      zipcode: row.zipcode,
      prefecture: row.prefecture,
      line1: row.line1,
      line2: row.line2,
      building: row.building,
    },
  },
  version: row.accountVersion,
});

const signInAgain = () =>
  refuse('Unauthorized', 'ログインの有効期限が切れました。もう一度ログインしてください。');
const alreadyDone = () => refuse('Conflict', 'ご登録はすでに済んでいます。');
const verifyFirst = () =>
  refuse(
    'Conflict',
    'お申し込みを履歴に加えるには、先にメールアドレスの確認が必要です。確認のあと、受付のメールのリンクをもう一度お開きください。',
  );

/** Whether an application belongs to this person already. */
async function isOwnedBy(tx: Transaction, own: { appraisalId: string; uid: string }) {
  const [row] = await tx
    .select({ uid: applications.uid })
    .from(applications)
    .where(and(eq(applications.appraisalId, own.appraisalId), eq(applications.uid, own.uid)));
  return row !== undefined;
}

type AccountsDeps = Pick<Dependencies, 'db' | 'clock' | 'publicUrl' | 'secret'> & {
  forget: (uid: string) => void;
};

/** A person's account: registration and changes. `forget` is that of auth. */
export const accounts = ({ forget, ...dependencies }: AccountsDeps) => {
  const { db, clock } = dependencies;

  async function find({ uid }: Pick<Person, 'uid'>): Promise<VersionedAccount> {
    const [row] = await db.select().from(users).where(eq(users.uid, uid));
    if (!row) throw signInAgain();
    return toAccount(row);
  }

  /** Runs a registration once per key; the account is in the response, not in the stored outcome. */
  async function registerOnce(
    newcomer: Newcomer | Person,
    key: string | undefined,
    route: string,
    body: unknown,
    work: (tx: Transaction, signUp: { email: string; isVerified: boolean }) => Promise<void>,
  ): Promise<VersionedAccount> {
    const { uid } = newcomer;
    await withIdempotencyKey(db, { actor: uid, key, route, body }, clock(), async (tx) => {
      const [signUp] = await tx
        .select({ email: authUsers.email, isVerified: authUsers.emailVerified })
        .from(authUsers)
        .where(eq(authUsers.id, uid))
        .for('key share');
      if (!signUp) throw signInAgain();
      await work(tx, signUp);
      return { uid };
    }).catch((error: unknown) => {
      throw violatedConstraint(error)?.startsWith('users_') ? alreadyDone() : error;
    });
    forget(uid);
    return find({ uid });
  }

  async function update(
    { uid }: Person,
    version: number | undefined,
    facts: Partial<Row> | Record<string, SQL>,
  ): Promise<VersionedAccount> {
    const [row] = await db
      .update(users)
      .set({ ...facts, accountVersion: sql`${users.accountVersion} + 1` })
      .where(
        and(
          eq(users.uid, uid),
          version === undefined ? undefined : eq(users.accountVersion, version),
        ),
      )
      .returning();
    if (!row) throw stale();
    return toAccount(row);
  }

  return {
    /** Creates the account of a person who signed up, with a welcome mail. Refuses a second one. */
    register(newcomer: Newcomer | Person, key: string | undefined, names: Registration) {
      return registerOnce(newcomer, key, 'POST /api/users', names, async (tx, { email }) => {
        const { uid } = newcomer;
        if (!(await openAccount(tx, { uid, email, names }, dependencies))) throw alreadyDone();
      });
    },

    /**
     * Creates the account from an application, by its single-use claim token, and links application and donation to it.
     * A person with an account keeps it unchanged and gets the application, once their e-mail is verified.
     */
    registerFromApplication(
      newcomer: Newcomer | Person,
      key: string | undefined,
      claim: RegistrationFromApplication,
    ) {
      const route = 'POST /api/users/createByAppraisalId';
      return registerOnce(newcomer, key, route, claim, async (tx, { email, isVerified }) => {
        const { uid } = newcomer;
        const appraisalId = parseAppraisalId(claim.appraisalId);
        if (appraisalId === undefined) throw noSuchClaim();
        if (await isOwnedBy(tx, { appraisalId, uid })) return;
        // Locked first: a concurrent correction of the address invalidates the link.
        const [application] = await tx
          .select()
          .from(applications)
          .where(and(eq(applications.appraisalId, appraisalId), isNull(applications.uid)))
          .for('update');
        const token = { appraisalId, token: claim.claimToken };
        const isRedeemed = await redeemClaimToken(tx, token, clock());
        if (!application || !isRedeemed) throw noSuchClaim();
        const { firstName, lastName, firstNameKana, lastNameKana, tel } = application;
        const { zipcode, prefecture, line1, line2, building } = application;
        const isNew = await openAccount(
          tx,
          {
            uid,
            email,
            names: { firstName, lastName, firstNameKana, lastNameKana },
            address: { zipcode, prefecture, line1, line2, building },
            tel,
          },
          dependencies,
        );
        if (!isNew && !isVerified) throw verifyFirst();
        await tx.update(applications).set({ uid }).where(eq(applications.appraisalId, appraisalId));
        await tx
          .update(donations)
          .set({ uid })
          .where(and(eq(donations.appraisalId, appraisalId), isNull(donations.uid)));
      });
    },

    /** The person's account and its version. */
    find,

    /** Changes the names; `version` refuses an edit based on an outdated version. */
    updateNames: (person: Person, version: number | undefined, names: Names) =>
      update(person, version, {
        firstName: names.firstName,
        lastName: names.lastName,
        firstNameKana: names.firstNameKana,
        lastNameKana: names.lastNameKana,
      }),

    /** Changes the address, likewise. */
    updateAddress: (person: Person, version: number | undefined, address: Address) =>
      update(person, version, {
        zipcode: address.zipcode,
        prefecture: address.prefecture,
        line1: address.line1,
        line2: address.line2,
        building: address.building,
      }),

    /** Changes the phone number, likewise. */
    updateTel: (person: Person, version: number | undefined, { tel }: TelUpdate) =>
      update(person, version, { tel }),

    /**
     * Copies the e-mail that the auth provider changed. Our own provider changes both in one transaction, so this finds
     * nothing to do there.
     */
    async takeOverEmail({ uid }: Person): Promise<VersionedAccount> {
      return transaction(db, async (tx) => {
        await tx
          .update(users)
          .set({
            email: sql`${authUsers.email}`,
            accountVersion: sql`${users.accountVersion} + 1`,
          })
          .from(authUsers)
          .where(
            and(
              eq(users.uid, uid),
              eq(authUsers.id, uid),
              sql`${users.email} <> ${authUsers.email}`,
            ),
          );
        const [row] = await tx.select().from(users).where(eq(users.uid, uid));
        if (!row) throw signInAgain();
        return toAccount(row);
      });
    },
  };
};
