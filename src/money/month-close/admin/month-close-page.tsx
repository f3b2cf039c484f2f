import { useState } from 'react';
import { addressOf } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { LongTable } from '#kit/lists/long-table.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { Button } from '#kit/ui/button.tsx';
import { Chip, type ChipTone } from '#kit/ui/chip.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { monthInWords } from '#kit/values/days/month.ts';
import { formatDateTime } from '#kit/values/timestamp.ts';
import {
  type ListedMonth,
  type MonthState,
  monthStateLabels,
} from '#money/month-close/month-close.ts';
import { CheckLines } from './check-lines.tsx';
import { CheckList } from './check-list.tsx';
import { FiguresTable } from './month-figures.tsx';

export const meta = () => [
  { title: '月の締め｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

/** The months of the books: the check list of the next to close, and all months with who closed them. */
export default function MonthClosePage() {
  const months = useQuery(addressOf('GET /api/office/month-close'));
  const items = months.value?.items;
  const next = items?.find(({ mayClose }) => mayClose);
  return (
    <>
      <PageHead title="月の締め" />
      <p className="mb-5 max-w-narrow text-sm text-ink-2">
        終わった月を、古い順に締めます。締めた月の帳簿は動きません。あとからわかった訂正は、開いている月に、どの記帳を直すかを添えて記帳されます。
      </p>
      {months.problem ? (
        <LoadFailure message={months.problem.message} onRetry={months.reload} />
      ) : !items ? (
        <Skeleton lines={6} />
      ) : (
        <div className="grid gap-4">
          {next && next.state !== 'waiting' && (
            <CheckList key={next.month} month={next.month} onAsked={months.reload} />
          )}
          {next?.state === 'waiting' && <Waiting month={next} />}
          {!next && (
            <Panel title="次に締める月">
              <p>いま締められる月はありません。今月が終わると、ここに確認リストが出ます。</p>
            </Panel>
          )}
          <Months items={items} />
        </div>
      )}
    </>
  );
}

const Waiting = ({ month: { month, askedBy } }: { month: ListedMonth }) => (
  <Panel title={`${monthInWords(month)}は、承認を待っています`}>
    <p>
      {askedBy}さんが締めることを依頼しました。依頼した方とは別の方が、
      <Link
        className="font-bold text-coral-dark underline underline-offset-4"
        to="/admin/approvals"
      >
        承認待ち
      </Link>
      で承認すると締まります。
    </p>
  </Panel>
);

const tones: Record<MonthState, ChipTone> = { open: 'plain', waiting: 'honey', closed: 'leaf' };

function Months({ items }: { items: readonly ListedMonth[] }) {
  const [shown, setShown] = useState<string>();
  return (
    <Panel title="帳簿の月">
      <LongTable
        caption="帳簿の月と、その状態"
        most={12}
        noun="か月"
        onPhones="cards"
        rows={items}
        rowKey={({ month }) => month}
        columns={[
          { label: '月', isRowHeader: true, cell: ({ month }) => monthInWords(month) },
          {
            label: '状態',
            cell: ({ state }) => <Chip tone={tones[state]}>{monthStateLabels[state]}</Chip>,
          },
          {
            label: '依頼した人',
            cell: ({ askedBy }) => <span className="wrap-anywhere">{askedBy}</span>,
          },
          {
            label: '締めた人と日時',
            cell: ({ closedBy, closedAt }) =>
              closedAt && (
                <span className="wrap-anywhere tabular-nums">
                  {closedBy}　{formatDateTime(closedAt)}
                </span>
              ),
          },
          {
            label: '内容',
            cell: ({ month, state }) =>
              state === 'closed' && (
                <Button variant="outline" size="small" onClick={() => setShown(month)}>
                  残高を見る
                </Button>
              ),
          },
        ]}
      />
      <Dialog
        isOpen={shown !== undefined}
        title={shown ? `${monthInWords(shown)}の締め` : ''}
        onClose={() => setShown(undefined)}
      >
        {shown && <ClosedMonth month={shown} />}
      </Dialog>
    </Panel>
  );
}

/** The record of a closed month: its balances, its check list, and why applications were on hold. */
function ClosedMonth({ month }: { month: string }) {
  const { value, problem, reload } = useQuery(
    addressOf('GET /api/office/month-close/:month', { params: { month } }),
  );
  if (problem) return <LoadFailure message={problem.message} onRetry={reload} />;
  if (!value) return <Skeleton lines={8} />;
  return (
    <div className="grid gap-5">
      <FiguresTable figures={value} />
      <CheckLines checks={value.checks} />
      {value.bankReason !== '' && (
        <section>
          <h3 className="font-sans text-base font-bold">銀行口座の残高の説明</h3>
          <p className="mt-1 whitespace-pre-wrap text-sm wrap-anywhere">{value.bankReason}</p>
        </section>
      )}
      {value.held.length > 0 && (
        <section>
          <h3 className="font-sans text-base font-bold">保留の説明</h3>
          <dl className="mt-1 divide-y divide-dashed divide-line text-sm">
            {value.held.map(({ appraisalId, identity, explanation }) => (
              <div key={appraisalId} className="py-2">
                <dt className="font-bold tabular-nums">
                  {appraisalId}（{identity}）
                </dt>
                <dd className="whitespace-pre-wrap wrap-anywhere">{explanation}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </div>
  );
}
