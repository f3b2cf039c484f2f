import { eq, sql } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { type Database, type Transaction, transaction } from '#kit/db/database.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { fitShiftJis } from '#kit/http/csv/csv-bytes.server.ts';
import { stale } from '#kit/http/versions.server.ts';
import { settings } from '#kit/settings/setting-tables.server.ts';
import { readSetting } from '#kit/settings/settings.server.ts';
import { normalisePhone } from '#kit/values/phone.ts';
import { senderLinesOf } from '#people/service-facts/sender-address.ts';
import { factsNow } from '#people/service-facts/service-facts.server.ts';
import { senderProblem } from './e-hiden3.ts';
import {
  type Carrier,
  type CarrierOptions,
  carriers,
  emptyCarrierOptions,
  type KitSender,
  missingOptions,
  missingSender,
  type Sender,
  type StoredCarrierOptions,
} from './kit-sender.ts';
import { refuseUnprintable } from './slip-letters.server.ts';

const key = 'kit-sender';

/** The carriers' options as stored; empty at first. */
export async function storedOptions(
  source: Database | Transaction,
): Promise<CarrierOptions & { version: number }> {
  const stored = (await readSetting(source, key)) as Record<string, unknown> | undefined;
  const known = Object.keys(emptyCarrierOptions).flatMap((name) =>
    stored?.[name] === undefined ? [] : [[name, stored[name]]],
  );
  const options = { ...emptyCarrierOptions, ...Object.fromEntries(known) };
  return { ...options, version: Number(stored?.version ?? 1) };
}

/** The sender by the current facts of the service. */
async function senderNow(ctx: Context, source: Database | Transaction): Promise<Sender> {
  const { senderName, senderPhone, senderPostalCode, senderAddress } = await factsNow(source, ctx);
  const { street, building } = senderLinesOf(senderAddress);
  return {
    name: senderName,
    tel: normalisePhone(senderPhone),
    zipcode: senderPostalCode,
    address: street,
    building,
  };
}

/** The options with the sender, for their screen. */
export async function carrierOptions(
  ctx: Context,
  source: Database | Transaction = ctx.db,
): Promise<StoredCarrierOptions> {
  return { ...(await storedOptions(source)), sender: await senderNow(ctx, source) };
}

/** The sender for a carrier's file. Refuses with what has to be entered first, and where. */
export async function senderFor(
  ctx: Context,
  carrier: Carrier,
  source: Database | Transaction = ctx.db,
): Promise<KitSender> {
  const { sender, version: _version, ...options } = await carrierOptions(ctx, source);
  demand(missingSender(sender), 'サービスの情報', carrier);
  demand(missingOptions(options, carrier), '運送会社の設定', carrier);
  const { missing } = fitShiftJis(Object.values(sender).join(''));
  if (missing.length > 0) {
    throw refuse(
      'Conflict',
      `送り主の「${missing.join('」「')}」は送り状に使えません。サービスの情報で、ほかの字に直してください。`,
    );
  }
  const whole = { ...options, ...sender };
  const problem = carrier === 'sagawa' ? senderProblem(whole) : '';
  if (problem !== '') throw refuse('Conflict', problem);
  return whole;
}

function demand(missing: readonly string[], place: string, carrier: Carrier): void {
  if (missing.length === 0) return;
  const names = missing.map((label) => `「${label}」`).join('');
  throw refuse(
    'Conflict',
    `${place}で、${names}を入力すると、${carriers[carrier]}のファイルを書き出せます。`,
  );
}

/** Changes the carriers' options, of which there is one set per installation, at the version seen. */
export async function changeOptions(
  ctx: Context,
  operator: Person,
  version: number | undefined,
  options: CarrierOptions,
): Promise<StoredCarrierOptions> {
  const { kana, goods } = options;
  refuseUnprintable({ kana, goods });
  return transaction(ctx.db, async (tx) => {
    await tx
      .insert(settings)
      .values({ key, value: { ...emptyCarrierOptions, version: 1 } })
      .onConflictDoNothing();
    const changed = { ...options, version: (version ?? 0) + 1 };
    const [row] = await tx
      .update(settings)
      .set({ value: changed })
      .where(sql`${eq(settings.key, key)} and ${settings.value}->>'version' = ${String(version)}`)
      .returning({ key: settings.key });
    if (!row) throw stale();
    await audit(tx, operator, 'kit-sender.change', ['kit-sender', 'all'], { at: ctx.clock() });
    return { ...changed, sender: await senderNow(ctx, tx) };
  });
}
