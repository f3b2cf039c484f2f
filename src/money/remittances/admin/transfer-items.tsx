import { addressOf } from '#kit/client/send.ts';
import type { ListDisplay } from '#kit/lists/list-screen.tsx';
import { RowLink, type RowLinks } from '#kit/lists/row-link.tsx';
import { CardLine } from '#kit/lists/rows.tsx';
import { declaredList } from '#kit/lists/use-list.ts';
import { formatDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import {
  owedItemLabels,
  type RemittanceItem,
  remittancesPageSize,
} from '#money/remittances/run.ts';
import { yenWords } from './amounts.ts';
import { transferPath } from './transfer-columns.tsx';

export const itemSource = (remittanceId: string) =>
  declaredList({
    path: transferPath(remittanceId),
    api: addressOf('GET /api/office/remittances/:remittanceId/items', { params: { remittanceId } }),
    rowKey: (item) => String(item.id),
  });

type ItemProps = { item: RemittanceItem; links: RowLinks };

/** The lines of a remittance; a box leads to its application where one may see it, a line to its posting. */
export function itemLook(remittanceId: string, mayReadBoxes: boolean): ListDisplay<RemittanceItem> {
  return {
    title: '内訳',
    pageSize: remittancesPageSize,
    csv: addressOf('GET /api/office/remittances/:remittanceId/items.csv', {
      params: { remittanceId },
    }),
    columns: (links) => [
      {
        label: '日付',
        cell: ({ day }) => (
          <span className="whitespace-nowrap tabular-nums">{formatDate(day)}</span>
        ),
      },
      {
        label: '内容',
        isRowHeader: true,
        cell: (item) => <What {...{ item, links, mayReadBoxes }} />,
      },
      { label: '寄付', isNumber: true, cell: ({ giftYen }) => orNothing(giftYen) },
      { label: '手数料', isNumber: true, cell: ({ feeYen }) => orNothing(-feeYen) },
      { label: '送料・作業費', isNumber: true, cell: ({ handlingYen }) => orNothing(-handlingYen) },
      {
        label: 'お支払い額',
        isNumber: true,
        cell: ({ amountYen }) => <b className="figures">{formatYen(amountYen)}</b>,
      },
      { label: '仕訳', cell: (item) => <PostingLink item={item} links={links} /> },
    ],
    card: (item, links) => (
      <>
        <CardLine>
          <span className="text-sm text-ink-2 tabular-nums">{formatDate(item.day)}</span>
          <b className="figures ml-auto">{yenWords(item.amountYen)}</b>
        </CardLine>
        <CardLine>
          <What {...{ item, links, mayReadBoxes }} />
          <PostingLink item={item} links={links} />
        </CardLine>
      </>
    ),
  };
}

const orNothing = (yen: number) => (yen === 0 ? '' : formatYen(yen));

const PostingLink = ({ item: { postingId }, links }: ItemProps) => (
  <RowLink
    {...links.page(`/admin/ledger/postings/${encodeURIComponent(postingId)}`)}
    className="whitespace-nowrap"
  >
    仕訳を見る
  </RowLink>
);

const What = ({ item, links, mayReadBoxes }: ItemProps & { mayReadBoxes: boolean }) => (
  <span className="wrap-anywhere">
    {owedItemLabels[item.kind]}
    {item.note !== '' && `（${item.note}）`}
    {item.appraisalId !== '' &&
      (mayReadBoxes ? (
        <RowLink
          {...links.page(`/admin/applications/${item.appraisalId}`)}
          className="ml-2 whitespace-nowrap tabular-nums"
        >
          {item.appraisalId}
        </RowLink>
      ) : (
        <span className="ml-2 whitespace-nowrap tabular-nums">{item.appraisalId}</span>
      ))}
  </span>
);
