import { z } from 'zod';
import type { App } from '#kit/http/app.server.ts';
import { listFileRoute, listRoutes } from '#kit/http/paging.server.ts';
import type { Services } from '#start/services.server.ts';
import { MoneyAssociate, MoneyFigures, MoneyFund } from './money-figures.ts';

const tags = ['お金'];
const allow = 'money.read';
const query = {
  year: z.optional(z.string().regex(/^20\d\d$/, '年の指定が正しくありません。')),
};

/** Routes of the money figures: now, by month, by organisation and by fund. */
export function moneyRoutes(app: App, { money }: Pick<Services, 'money'>) {
  app.get(
    '/api/office/money',
    {
      config: { allow },
      schema: {
        querystring: z.strictObject(query),
        response: { 200: MoneyFigures },
        tags,
        summary: '未送金・送金中・基金の残高と、月ごとの額（年を指定しなければ直近12か月）',
      },
    },
    (request) => money.figures(request.query),
  );
  listFileRoute(app, {
    path: '/api/office/money/months',
    allow,
    tags,
    summary: '月ごとの額',
    query,
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
    rows: money.monthRows,
  });
  listRoutes(app, {
    path: '/api/office/money/associates',
    allow,
    tags,
    summary: '団体ごとの額（未送金の多い順。50件ずつ）',
    query,
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
    ...money.associateList,
  });
  app.get(
    '/api/office/money/funds',
    {
      config: { allow },
      schema: {
        querystring: z.strictObject(query),
        response: { 200: z.array(MoneyFund) },
        tags,
        summary: '基金ごとの額（残高の多い順）',
      },
    },
    (request) => money.funds(request.query),
  );
}
