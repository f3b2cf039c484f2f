import { and, eq, sql } from 'drizzle-orm';
import { refuse } from '#domain/errors/refusal.ts';
import {
  type MailPreferences,
  type OptionalMailKind,
  optionalMailKinds,
} from '#domain/mail/mail-preference.ts';
import type { Person } from '#server/actor.ts';
import type { Database } from '#server/db/database.ts';
import { insertAll } from '#server/db/insert-all.ts';
import { users } from '#server/db/schema/accounts.ts';
import { applications } from '#server/db/schema/applications.ts';
import { mailPreferences } from '#server/db/schema/mail.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Secrets } from '#server/keys/secrets.ts';
import { unwantedOf } from './unsubscribing.ts';

const latestWins = sql`on conflict (uid, kind) do update set is_wanted = excluded.is_wanted`;

/** Which of the optional mails people want. */
export const preferences = ({ db, ...secrets }: Secrets & Pick<Dependencies, 'db'>) => {
  const keep = (rows: { uid: string; kind: OptionalMailKind; isWanted: boolean }[]) =>
    insertAll(db, mailPreferences, rows, latestWins);

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

    /** Sets all switches; mails already written but not sent follow them too. */
    async set({ uid }: Pick<Person, 'uid'>, wanted: MailPreferences): Promise<MailPreferences> {
      await keep(optionalMailKinds.map((kind) => ({ uid, kind, isWanted: wanted[kind] })));
      return read({ uid });
    },

    /** Stops a kind of mail by the token of one; the same again is no change. Returns which. */
    async unsubscribe(token: string): Promise<OptionalMailKind> {
      const unwanted = unwantedOf(secrets, token);
      if (!unwanted) {
        throw refuse(
          'NotFound',
          '配信停止のリンクが正しくありません。アカウント設定の「お知らせメール」からも停止できます。',
        );
      }
      const { kind } = unwanted;
      if ('appraisalId' in unwanted) {
        // The only mail a guest can stop is the one that the application asks for again and again.
        await db
          .update(applications)
          .set({ frequency: 'once' })
          .where(eq(applications.appraisalId, unwanted.appraisalId));
        return kind;
      }
      const { uid } = unwanted;
      const [known] = await db.select({ uid: users.uid }).from(users).where(eq(users.uid, uid));
      // Whoever has left gets none anyway.
      if (known) await keep([{ uid, kind, isWanted: false }]);
      return kind;
    },
  };
};

/** Whether a mail that may be switched off is switched off. */
export async function isUnwanted(
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
