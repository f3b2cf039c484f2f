import { z } from 'zod';
import { AppraisalId } from '#giving/applications/appraisal-number.ts';
import { notFound } from '#kit/errors/refusal.ts';
import type { App } from '#kit/http/app.server.ts';
import { newestOrOldest } from '#kit/http/list-route.server.ts';
import { listRoutes } from '#kit/http/paging.server.ts';
import { formatDateTime } from '#kit/values/timestamp.ts';
import type { Services } from '#start/services.server.ts';
import { AccountCode, AccountFilter, ownersOf } from './account.ts';
import { BookMonth } from './book-month.ts';
import { BoxBooks, Chart, LedgerLine, OwnerSums, Posting } from './book-rows.ts';
import type { OwnerSelection } from './owner-list.server.ts';
import { postingLabel } from './posting-kind.ts';

const tags = ['帳簿'];
const allow = 'money.read';
const month = z.optional(BookMonth);
const yen = (amount: number) => (amount === 0 ? '' : String(amount));

/** Reading the books: accounts, their lines, and single postings. */
export function bookRoutes(app: App, { books }: Pick<Services, 'books'>) {
  app.get(
    '/api/office/ledger/accounts',
    {
      config: { allow },
      schema: {
        querystring: z.strictObject({ month }),
        response: { 200: Chart },
        tags,
        summary:
          '勘定科目ごとの残高（月を指定すると、繰越・借方・貸方・残高。指定しなければ全期間）',
      },
    },
    (request) => books.chart(request.query.month),
  );
  ownerRoutes(app, { books });
  lineRoutes(app, { books });
  app.get(
    '/api/office/ledger/postings/:postingId',
    {
      config: { allow },
      schema: {
        params: z.strictObject({
          postingId: z.string().regex(/^[\w:-]{1,200}$/, '仕訳の番号が正しくありません。'),
        }),
        response: { 200: Posting },
        tags,
        summary: '1つの仕訳（すべての行、理由、訂正した仕訳と訂正された仕訳）',
      },
    },
    async (request) => {
      const posting = await books.posting(request.params.postingId);
      if (!posting) throw notFound('仕訳');
      return posting;
    },
  );
  app.get(
    '/api/office/ledger/applications/:appraisalId',
    {
      config: { allow },
      schema: {
        params: z.strictObject({ appraisalId: AppraisalId }),
        response: { 200: BoxBooks },
        tags,
        summary: '1件の申し込みの仕訳と、その合計',
      },
    },
    (request) => books.ofBox(request.params.appraisalId),
  );
}

function ownerRoutes(app: App, { books }: Pick<Services, 'books'>) {
  const { page, rows } = books.ownerList;
  type Asked = Omit<OwnerSelection, 'whose'> & { whose?: OwnerSelection['whose'] | undefined };
  const selectionOf = ({ whose, ...asked }: Asked): OwnerSelection | undefined => {
    const owners = ownersOf(asked.code);
    const one = whose ?? owners[0];
    return one && owners.includes(one) ? { ...asked, whose: one } : undefined;
  };
  listRoutes(app, {
    path: '/api/office/ledger/accounts/:code/owners',
    allow,
    tags,
    summary: '勘定科目の団体・基金ごとの残高（50件ずつ。大きい順または名前の順）',
    params: { code: AccountCode },
    query: {
      whose: z.optional(z.enum(['associate', 'fund'], '絞り込みの指定が正しくありません。')),
      month,
      by: z.enum(['biggest', 'name'], '並び順の指定が正しくありません。').default('biggest'),
    },
    item: OwnerSums,
    columns: [
      ['番号', ({ id }) => id],
      ['団体・基金', ({ name }) => name],
      ['勘定科目', ({ account }) => account],
      ['繰越', ({ openingYen }) => String(openingYen)],
      ['借方', ({ debitYen }) => String(debitYen)],
      ['貸方', ({ creditYen }) => String(creditYen)],
      ['残高', ({ balanceYen }) => String(balanceYen)],
    ],
    fileName: 'ledger-accounts',
    async page(person, asked, position) {
      const selection = selectionOf(asked);
      return selection && page(person, selection, position);
    },
    async rows(person, asked, encoding) {
      const selection = selectionOf(asked);
      // Sorted by name: sorting by balance for each batch of an export would be slow.
      return selection && rows(person, { ...selection, by: 'name' }, encoding);
    },
    absent: 'この勘定科目に、団体や基金ごとの内訳はありません。',
  });
}

const lineRoutes = (app: App, { books }: Pick<Services, 'books'>) =>
  listRoutes(app, {
    path: '/api/office/ledger/lines',
    allow,
    tags,
    summary:
      '仕訳の行（新しい順または古い順。50件ずつ。monthだけならその月、untilは期間の最後の月）',
    query: { account: z.optional(AccountFilter), month, until: month, order: newestOrOldest },
    item: LedgerLine,
    columns: [
      ['仕訳', ({ postingId }) => postingId],
      ['日時', ({ at }) => formatDateTime(at)],
      ['内容', ({ postingId }) => postingLabel(postingId)],
      ['勘定科目コード', ({ account }) => account],
      ['勘定科目', ({ accountName }) => accountName],
      ['団体・基金', ({ ownerName }) => ownerName],
      ['借方', ({ debitYen }) => yen(debitYen)],
      ['貸方', ({ creditYen }) => yen(creditYen)],
      ['申込番号', ({ appraisalId }) => appraisalId],
      ['送金の番号', ({ runNumber }) => runNumber],
      ['理由', ({ reason }) => reason],
      ['記録した人', ({ by }) => by],
    ],
    fileName: 'ledger',
    ...books.lineList,
  });
