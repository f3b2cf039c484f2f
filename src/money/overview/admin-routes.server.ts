import { z } from 'zod';
import { audited } from '#kit/audit/audited-list.server.ts';
import { door, listDoors, listFileDoor } from '#kit/http/door.server.ts';
import { moneyAssociateList, moneyFigures, moneyFunds, moneyMonthRows } from './money.server.ts';
import { MoneyAssociate, MoneyFigures, MoneyFund } from './money-figures.ts';

const tags = ['お金'];
const query = {
  year: z.optional(z.string().regex(/^20\d\d$/, '年の指定が正しくありません。')),
} as const;
const reads = { allow: 'money.read', tags, query } as const;

/** Money figures: now, by month, by organisation and by fund. */
export const moneyDoors = [
  door(
    'GET /api/office/money',
    {
      ...reads,
      out: MoneyFigures,
      summary: '未送金・送金中・基金の残高と、月ごとの額（年を指定しなければ直近12か月）',
    },
    (ctx, { query }) => moneyFigures(ctx, query),
  ),
  listFileDoor(
    '/api/office/money/months',
    {
      ...reads,
      summary: '月ごとの額',
      columns: [
        ['月', ({ month }) => month],
        ['未送金（月末）', ({ owedYen }) => String(owedYen)],
        ['送金中（月末）', ({ inTransitYen }) => String(inTransitYen)],
        ['基金の残高（月末）', ({ fundYen }) => String(fundYen)],
        ['送金済み', ({ sentYen }) => String(sentYen)],
        ['組戻し', ({ returnedYen }) => String(returnedYen)],
        ['事務手数料', ({ feeYen }) => String(feeYen)],
        ['送料・作業費', ({ handlingYen }) => String(handlingYen)],
      ],
      fileName: 'money-months',
    },
    moneyMonthRows,
  ),
  ...listDoors(
    '/api/office/money/associates',
    {
      ...reads,
      summary: '団体ごとの額（未送金の多い順。50件ずつ）',
      item: MoneyAssociate,
      columns: [
        ['団体ID', ({ id }) => id],
        ['団体', ({ name }) => name],
        ['未送金', ({ owedYen }) => String(owedYen)],
        ['送金中', ({ inTransitYen }) => String(inTransitYen)],
        ['年内の送金済み', ({ sentYen }) => String(sentYen)],
        ['年内の組戻し', ({ returnedYen }) => String(returnedYen)],
        ['年内の事務手数料', ({ feeYen }) => String(feeYen)],
        ['年内の送料・作業費', ({ handlingYen }) => String(handlingYen)],
      ],
      fileName: 'money-associates',
    },
    audited(moneyAssociateList),
  ),
  door(
    'GET /api/office/money/funds',
    { ...reads, out: z.array(MoneyFund), summary: '基金ごとの額（残高の多い順）' },
    (ctx, { query }) => moneyFunds(ctx, query),
  ),
] as const;
