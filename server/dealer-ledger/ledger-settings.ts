import { sql } from 'drizzle-orm';
import {
  type KeptLedgerSettings,
  type LedgerSettings,
  usualLedgerSettings,
} from '#domain/dealer-ledger/ledger-settings.ts';
import { refuse } from '#domain/errors/refusal.ts';
import { personName } from '#server/accounts/person-name.ts';
import type { Person } from '#server/actor.ts';
import { audit } from '#server/audit/audit.ts';
import { type Database, type Transaction, transaction } from '#server/db/database.ts';
import { lock } from '#server/db/locks/lock.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { readSetting, writeSetting } from '#server/setup/settings.ts';

const settingKey = 'dealer-ledger';
type Stored = { settings: LedgerSettings; version: number; changedBy: string };

async function readStored(source: Database | Transaction): Promise<Stored> {
  const stored = (await readSetting(source, settingKey)) as Stored | undefined;
  return stored ?? { settings: usualLedgerSettings, version: 0, changedBy: '' };
}

/** Settings of how purchases are recorded. */
export async function readLedgerSettings(source: Database | Transaction): Promise<LedgerSettings> {
  return (await readStored(source)).settings;
}

/** The settings for the operator, who changes the version seen. */
export const ledgerSettings = ({ db, clock }: Pick<Dependencies, 'db' | 'clock'>) => ({
  async settings(): Promise<KeptLedgerSettings> {
    const { changedBy, ...stored } = await readStored(db);
    return { ...stored, changedBy: await nameOf(db, changedBy) };
  },

  /** Refuses (Conflict, says who changed it) an outdated version. */
  async changeSettings(
    operator: Person,
    settings: LedgerSettings,
    version: number,
  ): Promise<KeptLedgerSettings> {
    return transaction(db, async (tx) => {
      await lock(tx, 'dealer-ledger-settings');
      const before = await readStored(tx);
      if (version !== before.version) {
        throw refuse('Conflict', changedMeanwhile(await nameOf(tx, before.changedBy)));
      }
      const stored: Stored = { settings, version: before.version + 1, changedBy: operator.uid };
      await writeSetting(tx, settingKey, stored);
      await audit(tx, operator, 'dealer-ledger.change', ['settings', settingKey], {
        at: clock(),
        before: before.settings,
        after: settings,
      });
      return { ...stored, changedBy: await nameOf(tx, operator.uid) };
    });
  },
});

const changedMeanwhile = (name: string) =>
  `${name === '' ? 'ほかの人' : `${name}さん`}が、先に設定を変更しています。内容をご確認ください。`;

async function nameOf(source: Database | Transaction, uid: string): Promise<string> {
  if (uid === '') return '';
  const { rows } = await source.execute<{ name: string }>(
    sql`select ${personName(sql`${uid}`)} as name`,
  );
  return rows[0]?.name ?? '';
}
