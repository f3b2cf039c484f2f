import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { applications } from '#giving/applications/application-tables.server.ts';
import type { Person } from '#kit/actor.server.ts';
import { type Database, type Transaction, transaction } from '#kit/db/database.server.ts';
import { insertAll } from '#kit/db/insert-all.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import type { Secrets } from '#kit/keys/secrets.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { noteRetraction } from '#people/retractions/retractions.server.ts';
import {
  type MailPreferences,
  type OptionalMailKind,
  optionalMailKinds,
} from './mail-preference.ts';
import { mailPreferences } from './mail-tables.server.ts';
import { type MailPreference, preferenceOfToken } from './unsubscribing.server.ts';

const latestWins = sql`on conflict (uid, kind) do update set is_wanted = excluded.is_wanted`;

/** Preferences for optional mails. */
export const preferences = ({
  db,
  clock,
  ...secrets
}: Secrets & Pick<Dependencies, 'db' | 'clock'>) => {
  const keep = (rows: { uid: string; kind: OptionalMailKind; isWanted: boolean }[]) =>
    transaction(db, async (tx) => {
      await insertAll(tx, mailPreferences, rows, latestWins);
      for (const { uid, kind } of rows.filter(({ isWanted }) => !isWanted)) {
        await noteRetraction(tx, secrets, { kind: 'mails', subject: [uid, kind] }, clock());
      }
    });

  async function read({ uid }: Pick<Person, 'uid'>): Promise<MailPreferences> {
    const rows = await db
      .select({ kind: mailPreferences.kind, isWanted: mailPreferences.isWanted })
      .from(mailPreferences)
      .where(eq(mailPreferences.uid, uid));
    const wanted = new Map(rows.map(({ kind, isWanted }) => [kind, isWanted]));
    return Object.fromEntries(
      optionalMailKinds.map((kind) => [kind, wanted.get(kind) ?? true]),
    ) as MailPreferences;
  }

  return {
    read,

    /** Stores all preferences. They apply to mails already in the outbox as well. */
    async set({ uid }: Pick<Person, 'uid'>, wanted: MailPreferences): Promise<MailPreferences> {
      await keep(optionalMailKinds.map((kind) => ({ uid, kind, isWanted: wanted[kind] })));
      return read({ uid });
    },

    /** Unsubscribes from the kind of mail that the token is for; returns the kind. Idempotent. */
    async unsubscribe(token: string): Promise<OptionalMailKind> {
      const unwanted = preferenceOfToken(secrets, token);
      if (!unwanted) {
        throw refuse(
          'NotFound',
          '配信停止のリンクが正しくありません。アカウント設定の「お知らせメール」からも停止できます。',
        );
      }
      const { kind } = unwanted;
      if ('appraisalId' in unwanted) {
        const { appraisalId } = unwanted;
        const application = await transaction(db, async (tx) => {
          const subject = [appraisalId, kind] as const;
          await noteRetraction(tx, secrets, { kind: 'mails', subject }, clock());
          return stopForGuest(tx, appraisalId, kind);
        });
        // An account may have claimed it since the mail was sent: thanks then go to the account.
        if (kind === 'thanks' && application?.uid) {
          await keep([{ uid: application.uid, kind, isWanted: false }]);
        }
        return kind;
      }
      const { uid } = unwanted;
      const [known] = await db.select({ uid: users.uid }).from(users).where(eq(users.uid, uid));
      // Deleted accounts get no mail anyway.
      if (known) await keep([{ uid, kind, isWanted: false }]);
      return kind;
    },
  };
};

/** Stops a kind of mail for the guest of an application. */
export async function stopForGuest(
  tx: Transaction,
  appraisalId: string,
  kind: OptionalMailKind,
): Promise<{ uid: string | null } | undefined> {
  const [application] = await tx
    .update(applications)
    .set(kind === 'thanks' ? { wantsThanksMails: false } : { frequency: 'once' })
    .where(eq(applications.appraisalId, appraisalId))
    .returning({ uid: applications.uid });
  return application;
}

/** E-mails among these whose guests unsubscribed from mails of thanks, for any application. */
export async function guestsWithoutThanks(
  db: Database | Transaction,
  emails: readonly string[],
): Promise<Set<string>> {
  if (emails.length === 0) return new Set();
  const rows = await db
    .selectDistinct({ email: applications.email })
    .from(applications)
    .where(
      and(
        inArray(applications.email, [...new Set(emails)]),
        isNull(applications.uid),
        eq(applications.wantsThanksMails, false),
      ),
    );
  return new Set(rows.map(({ email }) => email));
}

/** Whether the recipient switched this optional mail off. */
export async function isUnwanted(db: Database, unwanted: MailPreference, recipient: string) {
  if ('uid' in unwanted) return isUnwantedByMember(db, unwanted);
  return unwanted.kind === 'thanks' && (await guestsWithoutThanks(db, [recipient])).has(recipient);
}

async function isUnwantedByMember(
  db: Database,
  { uid, kind }: { uid: string; kind: OptionalMailKind },
): Promise<boolean> {
  const rows = await db
    .select({ kind: mailPreferences.kind })
    .from(mailPreferences)
    .where(
      and(
        eq(mailPreferences.uid, uid),
        eq(mailPreferences.kind, kind),
        eq(mailPreferences.isWanted, false),
      ),
    );
  return rows.length > 0;
}
