import { receivedDayLabel } from '#giving/donations/two-days.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { BackLink } from '#kit/lists/back-link.tsx';
import { type ListDisplay, ListScreen } from '#kit/lists/list-screen.tsx';
import { type ListConfig, useList } from '#kit/lists/use-list.ts';
import { ButtonLink } from '#kit/ui/button.tsx';
import { Card } from '#kit/ui/card.tsx';
import { EmptyState } from '#kit/ui/empty-state.tsx';
import { Fact, Facts } from '#kit/ui/facts.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { roomApi, roomPath, useRoom } from '#organisations/room/use-room.ts';
import type { Route } from './+types/statement-page.ts';
import { taxRate, taxWithin } from './invoice.ts';
import {
  linesOf,
  returnInWords,
  type Statement,
  type StatementItem,
  statementItemLabels,
  statementItemsPageSize,
  statementTitle,
} from './statement.ts';
import { StatementChip } from './statement-chip.tsx';
import { StatementFiles } from './statement-files.tsx';
import { StatementLines } from './statement-lines.tsx';

export default function RoomStatement({ params: { statementId } }: Route.ComponentProps) {
  return <OneStatement key={statementId} id={statementId} />;
}

/** One transfer to the organisation: its day, its composition, and each gift. */
function OneStatement({ id }: { id: string }) {
  const { associate } = useRoom();
  const api = roomApi(associate.id);
  const path = `${api}/statements/${encodeURIComponent(id)}`;
  const { value, problem, reload } = useQuery<Statement>(path);
  const list = useList(itemSource(associate.id, id));
  const all = { path: roomPath(associate.id, 'statements'), label: '送金の明細' };
  if (problem?.type === 'NotFound') {
    return (
      <EmptyState
        title="明細書が見つかりませんでした"
        action={
          <ButtonLink to={all.path} variant="outline" size="small">
            送金の明細へ
          </ButtonLink>
        }
      />
    );
  }
  if (problem && !value) return <LoadFailure message={problem.message} onRetry={reload} />;
  if (!value) {
    return (
      <Card>
        <Skeleton lines={10} label="明細書を読み込んでいます" />
      </Card>
    );
  }
  return (
    <>
      <BackLink list={all} />
      <Card as="section" aria-labelledby="statement">
        <h2 id="statement" className="flex flex-wrap items-center gap-3 text-xl narrow:text-2xl">
          {statementTitle(value)}
          <StatementChip state={value.state} />
        </h2>
        <div className="mt-4 mb-6 grid gap-4">
          <TransferNotice statement={value} />
          <StatementFiles statement={value} api={api} />
        </div>
        <div className="grid gap-x-10 gap-y-6 desktop:grid-cols-2">
          <Facts>
            <Fact label="団体">
              <span className="wrap-anywhere">{value.associateName}</span>
            </Fact>
            <Fact label="対象の期間">
              {formatDate(value.periodFrom)}〜{formatDate(value.periodTo)}
            </Fact>
            <Fact label={receivedDayLabel}>{value.receivedOn && formatDate(value.receivedOn)}</Fact>
            <Fact label="組戻しの日">{value.returnedOn && formatDate(value.returnedOn)}</Fact>
            <Fact label="お振込先">
              {value.account !== '' && <span className="wrap-anywhere">{value.account}</span>}
            </Fact>
          </Facts>
          <StatementLines lines={linesOf(value)} total="お支払い額" amountYen={value.amountYen} />
        </div>
        {value.state === 'confirmed' && <Charges statement={value} />}
        <h3 className="mt-8 mb-3 font-sans text-lg">一件ずつの明細</h3>
        <ListScreen list={list} look={itemLook(path)} />
      </Card>
    </>
  );
}

/** The costs that the organisation bears, including tax: the PDF serves as the invoice. */
function Charges({ statement }: { statement: Statement }) {
  const chargedYen = statement.chargedFeeYen + statement.chargedHandlingYen;
  return (
    <p className="mt-4 text-sm text-ink-2 tabular-nums">
      団体が負担する費用 {formatYen(chargedYen)}円（{taxRate}%対象・税込、うち消費税額{' '}
      {formatYen(taxWithin(chargedYen))}円）。PDFの明細書は、この費用の請求書を兼ねます。
    </p>
  );
}

/** Notices about a transfer that was withdrawn or returned, and about repeated payments. */
function TransferNotice({
  statement: { state, returnReason, cameBack, paidAgain },
}: {
  statement: Statement;
}) {
  if (state === 'withdrawn') {
    return (
      <Notice kind="error" title="着金の記録を取り消しています">
        着金を確かめられましたら、同じ番号の明細書を改めてお渡しします。
      </Notice>
    );
  }
  if (state === 'returned') {
    return (
      <Notice kind="error" title={`この送金は組戻しとなりました（${returnReason}）`}>
        {cameBack && returnInWords(cameBack)}
      </Notice>
    );
  }
  return paidAgain.length === 0 ? null : (
    <Notice kind="info" title="組戻しとなった送金を、改めてお支払いしました">
      {paidAgain.map((one) => (
        <p key={one.number}>
          明細書{one.number}：{returnInWords(one)}
        </p>
      ))}
    </Notice>
  );
}

const itemSource = (associateId: string, id: string): ListConfig<StatementItem> => ({
  path: roomPath(associateId, `statements/${encodeURIComponent(id)}`),
  api: roomApi(associateId, `/statements/${encodeURIComponent(id)}/items`),
  rowKey: (item) => String(item.id),
});

const yenOrBlank = (yen: number) => (yen === 0 ? '' : formatYen(yen));

const itemLook = (path: string): ListDisplay<StatementItem> => ({
  title: '明細',
  pageSize: statementItemsPageSize,
  csv: `${path}/statement.csv`,
  columns: () => [
    {
      label: '日付',
      cell: ({ day }) => <span className="whitespace-nowrap tabular-nums">{formatDate(day)}</span>,
    },
    { label: '内容', isRowHeader: true, cell: (item) => <ItemDescription item={item} /> },
    { label: '寄付', isNumber: true, cell: ({ giftYen }) => yenOrBlank(giftYen) },
    { label: '手数料', isNumber: true, cell: ({ feeYen }) => yenOrBlank(-feeYen) },
    { label: '送料・作業費', isNumber: true, cell: ({ handlingYen }) => yenOrBlank(-handlingYen) },
    {
      label: '差引額',
      isNumber: true,
      cell: ({ amountYen }) => <b className="figures">{formatYen(amountYen)}</b>,
    },
  ],
  card: (item) => (
    <div className="grid gap-1 py-1">
      <p className="flex justify-between gap-x-4">
        <ItemDescription item={item} />
        <b className="figures whitespace-nowrap">{formatYen(item.amountYen)}円</b>
      </p>
      <p className="flex flex-wrap gap-x-3 text-sm text-ink-2 tabular-nums">
        <span>{formatDate(item.day)}</span>
        {item.giftYen > 0 && <span>寄付 {formatYen(item.giftYen)}円</span>}
        {item.feeYen > 0 && <span>手数料 {formatYen(-item.feeYen)}円</span>}
        {item.handlingYen > 0 && <span>送料・作業費 {formatYen(-item.handlingYen)}円</span>}
      </p>
    </div>
  ),
  empty: () => ({
    title: '一件ずつの明細は残っていません',
    advice: '以前の送金のため、合計だけをお知らせしています。',
  }),
});

function ItemDescription({ item }: { item: StatementItem }) {
  const { kind, isCarried, giftNumber, about, reason } = item;
  return (
    <span className="min-w-0 wrap-anywhere">
      {statementItemLabels[kind]}
      {isCarried && '（繰り越し）'}
      {giftNumber !== '' && (
        <span className="ml-2 whitespace-nowrap tabular-nums">{giftNumber}</span>
      )}
      {about !== '' && <span className="ml-2">{about}</span>}
      {reason !== '' && (
        <span className="block text-sm font-normal text-ink-2">理由：{reason}</span>
      )}
    </span>
  );
}
