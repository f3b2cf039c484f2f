import { sql } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { type Database, type Transaction, transaction } from '#kit/db/database.server.ts';
import { lock } from '#kit/db/locks/lock.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { readSetting, writeSetting } from '#kit/settings/settings.server.ts';
import { personName } from '#people/accounts/person-name.server.ts';
import {
  type KeptLedgerSettings,
  type LedgerSettings,
  usualLedgerSettings,
} from './ledger-settings.ts';

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

/** The settings with their last editor. */
export async function ledgerSettings({ db }: Context): Promise<KeptLedgerSettings> {
  const { changedBy, ...stored } = await readStored(db);
  return { ...stored, changedBy: await nameOf(db, changedBy) };
}

/** Changes the version seen; refuses (Conflict, says who changed it) an outdated one. */
export const changeLedgerSettings = (
  { db, clock }: Context,
  operator: Person,
  settings: LedgerSettings,
  version: number,
): Promise<KeptLedgerSettings> =>
  transaction(db, async (tx) => {
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

const changedMeanwhile = (name: string) =>
  `${name === '' ? 'ほかの人' : `${name}さん`}が、先に設定を変更しています。内容をご確認ください。`;

async function nameOf(source: Database | Transaction, uid: string): Promise<string> {
  if (uid === '') return '';
  const { rows } = await source.execute<{ name: string }>(
    sql`select ${personName(sql`${uid}`)} as name`,
  );
  return rows[0]?.name ?? '';
}
