import { z } from 'zod';
import { AppraisalId } from '#giving/applications/appraisal-number.ts';
import { audited } from '#kit/audit/audited-list.server.ts';
import { notFound } from '#kit/errors/refusal.ts';
import { door, listDoors } from '#kit/http/door.server.ts';
import { newestOrOldest } from '#kit/http/list-route.server.ts';
import { formatDateTime } from '#kit/values/timestamp.ts';
import { AccountCode, AccountFilter, ownersOf } from './account.ts';
import { BookMonth } from './book-month.ts';
import { BoxBooks, Chart, LedgerLine, OwnerSums, Posting } from './book-rows.ts';
import { type OwnerSelection, ownerList, readChart } from './books.server.ts';
import { lineList } from './line-list.server.ts';
import { readBoxBooks, readPosting } from './posting.server.ts';
import { postingLabel } from './posting-kind.ts';

const tags = ['帳簿'];
const allow = 'money.read';
const month = z.optional(BookMonth);
const yen = (amount: number) => (amount === 0 ? '' : String(amount));

type AskedOwners = Omit<OwnerSelection, 'whose'> & { whose?: OwnerSelection['whose'] | undefined };
const ownersAsked = ({ whose, ...asked }: AskedOwners): OwnerSelection | undefined => {
  const owners = ownersOf(asked.code);
  const one = whose ?? owners[0];
  return one && owners.includes(one) ? { ...asked, whose: one } : undefined;
};

const lists = [
  ...listDoors(
    '/api/office/ledger/accounts/:code/owners',
    {
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
      absent: 'この勘定科目に、団体や基金ごとの内訳はありません。',
    },
    (ctx) => {
      const { page, rows } = audited(ownerList)(ctx);
      return {
        async page(person, asked, position) {
          const selection = ownersAsked(asked);
          return selection && page(person, selection, position);
        },
        async rows(person, asked, encoding) {
          const selection = ownersAsked(asked);
          // Sorted by name: sorting by balance for each batch of an export would be slow.
          return selection && rows(person, { ...selection, by: 'name' }, encoding);
        },
      };
    },
  ),
  ...listDoors(
    '/api/office/ledger/lines',
    {
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
    },
    audited(lineList),
  ),
] as const;

/** Reading the books, which src/money/ledger writes: accounts, their lines, and single postings. */
export const bookDoors = [
  ...lists,
  door(
    'GET /api/office/ledger/accounts',
    {
      allow,
      query: { month },
      out: Chart,
      tags,
      summary: '勘定科目ごとの残高（月を指定すると、繰越・借方・貸方・残高。指定しなければ全期間）',
    },
    ({ db, clock }, { query }) => readChart(db, query.month, clock()),
  ),
  door(
    'GET /api/office/ledger/postings/:postingId',
    {
      allow,
      params: {
        postingId: z.string().regex(/^[\w:-]{1,200}$/, '仕訳の番号が正しくありません。'),
      },
      out: Posting,
      tags,
      summary: '1つの仕訳（すべての行、理由、訂正した仕訳と訂正された仕訳）',
    },
    async ({ db }, { params }) => {
      const posting = await readPosting(db, params.postingId);
      if (!posting) throw notFound('仕訳');
      return posting;
    },
  ),
  door(
    'GET /api/office/ledger/applications/:appraisalId',
    {
      allow,
      params: { appraisalId: AppraisalId },
      out: BoxBooks,
      tags,
      summary: '1件の申し込みの仕訳と、その合計',
    },
    ({ db }, { params }) => readBoxBooks(db, params.appraisalId),
  ),
] as const;
