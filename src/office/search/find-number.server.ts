import { eq, sql } from 'drizzle-orm';
import { receiptGifts, receipts } from '#giving/receipts/receipt-tables.server.ts';
import type { Person } from '#kit/actor.server.ts';
import type { Database } from '#kit/db/database.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { may, type Permission } from '#kit/permissions/permissions.ts';
import { remittanceRuns, remittances } from '#money/remittances/remittance-tables.server.ts';
import { dealerEntries } from '#warehouse/dealer-ledger/dealer-ledger-tables.server.ts';
import { boxes } from '#warehouse/kits/kit-tables.server.ts';
import type { FoundNumber } from './found.ts';

/** Boxes shown of one tracking number, which carriers use again after years. */
const maxBoxes = 3;

type Finder = {
  permission: Permission;
  /** What such a number looks like, after folding. */
  form: RegExp;
  find: (db: Database, number: string) => Promise<FoundNumber[]>;
};

/** Each asks a unique index, and shows no name. */
const finders: readonly Finder[] = [
  {
    permission: 'money.read',
    form: /^\d{4}[A-Z]{0,2}-\d{3}$/,
    find: async (db, number) => {
      const runs = await db
        .select({ id: remittanceRuns.id })
        .from(remittanceRuns)
        .where(eq(remittanceRuns.number, number));
      return runs.map(({ id }) => ({
        label: `送金の回 ${number}`,
        path: `/admin/remittances/${id}`,
      }));
    },
  },
  {
    permission: 'money.read',
    form: /^S\d{4}[A-Z]{0,2}-\d{6}$/,
    find: async (db, number) => {
      const transfers = await db
        .select({ id: remittances.id })
        .from(remittances)
        .where(eq(remittances.statementNumber, number));
      return transfers.map(({ id }) => ({
        label: `送金の明細書 ${number}`,
        path: `/admin/remittances/transfers/${id}`,
      }));
    },
  },
  {
    permission: 'donors.read',
    form: /^\d{4}[A-Z]{0,2}-\d{6}$/,
    find: async (db, number) => {
      const papers = await db
        .select({
          uid: receipts.uid,
          appraisalId: sql<string | null>`(select min(${receiptGifts.appraisalId})
            from ${receiptGifts} where ${receiptGifts.receiptNumber} = ${receipts.number})`,
        })
        .from(receipts)
        .where(eq(receipts.number, number));
      return papers.map(({ uid, appraisalId }) => ({
        label: `受領証明書 ${number}`,
        path: uid ? `/admin/donors/${uid}` : `/admin/applications/${appraisalId}`,
      }));
    },
  },
  {
    permission: 'dealer-ledger.read',
    form: /^\d{4}[A-Z]{0,2}-\d{6}$/,
    find: async (db, number) => {
      const entries = await db
        .select({ number: dealerEntries.number })
        .from(dealerEntries)
        .where(eq(dealerEntries.number, number));
      return entries.map(() => ({
        label: `古物台帳 ${number}`,
        path: `/admin/dealer-ledger/${number}`,
      }));
    },
  },
  {
    permission: 'applications.read',
    form: /^\d{10,14}$/,
    find: async (db, number) => {
      const found = await db
        .selectDistinct({ appraisalId: boxes.appraisalId })
        .from(boxes)
        .where(eq(boxes.trackingNumber, number))
        .limit(maxBoxes);
      return found.map(({ appraisalId }) => ({
        label: `送り状番号 ${number}（${appraisalId}）`,
        path: `/admin/applications/${appraisalId}`,
      }));
    },
  },
];

/** Upper-case letters and digits of half width, without spaces, and with plain hyphens. */
const folded = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/\s/g, '')
    .replace(/[‐‑–—―−ー]/g, '-')
    .toUpperCase();

/** Records with exactly this number that the person's role may see; a tracking number may have hyphens. */
export async function findNumber(
  { db }: Context,
  { role }: Person,
  typed: string,
): Promise<FoundNumber[]> {
  const number = folded(typed);
  const spellings = new Set([number, number.replaceAll('-', '')]);
  const asked = finders
    .filter(({ permission }) => may(role, permission))
    .flatMap(({ form, find }) =>
      [...spellings].filter((one) => form.test(one)).map((one) => find(db, one)),
    );
  return (await Promise.all(asked)).flat();
}
