import { addressOf } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { Panel } from '#kit/lists/panel.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { formatDate, formatDateTime } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import type { BoxBooks as Books } from '#money/books/book-rows.ts';
import { postingLabel } from '#money/books/posting-kind.ts';
import { remittanceStateLabels } from '#money/remittances/run.ts';
import { postingPath } from './book-links.ts';

/** An application's amounts in the books, with its postings; nothing while it has none. */
export function ApplicationBooks({ appraisalId }: { appraisalId: string }) {
  const { value, problem, reload } = useQuery(
    addressOf('GET /api/office/ledger/applications/:appraisalId', { params: { appraisalId } }),
  );
  if (value?.postings.length === 0) return null;
  return (
    <Panel title="帳簿">
      {problem ? (
        <LoadFailure message={problem.message} onRetry={reload} />
      ) : !value ? (
        <Skeleton lines={4} label="帳簿を読み込んでいます" />
      ) : (
        <>
          <dl className="grid grid-cols-[1fr_auto] tabular-nums">
            <Yen label="お品物の代金（査定額）" amount={value.appraisedYen} />
            {value.bonusYen !== 0 && <Yen label="＋ 加算額" amount={value.bonusYen} />}
            <Yen label="＝ 寄付金額" amount={value.giftYen} />
            <Yen label="− 事務手数料" amount={value.feeYen} />
            <Yen label="− 送料・作業費" amount={value.handlingYen} />
            <dt className="mt-1 border-t border-line pt-1 font-bold">＝ お届けする額</dt>
            <dd className="mt-1 border-t border-line pt-1 pl-4 text-right font-bold">
              {formatYen(value.passedOnYen)}円
            </dd>
          </dl>
          <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1">
            <span>送金</span>
            <Carrier remittance={value.remittance} />
          </p>
          <ol aria-label="仕訳" className="mt-3 divide-y divide-dashed divide-line">
            {value.postings.map(({ postingId, at, reason }) => (
              <li key={postingId} className="py-2">
                <p className="flex flex-wrap justify-between gap-x-3">
                  <Link
                    to={postingPath(postingId)}
                    className="text-coral-dark underline underline-offset-4"
                  >
                    {postingLabel(postingId)}
                  </Link>
                  <span className="text-sm text-ink-2 tabular-nums">{formatDateTime(at)}</span>
                </p>
                {reason && <p className="text-sm wrap-anywhere text-ink-2">{reason}</p>}
              </li>
            ))}
          </ol>
        </>
      )}
    </Panel>
  );
}

const Yen = ({ label, amount }: { label: string; amount: number }) => (
  <>
    <dt>{label}</dt>
    <dd className="pl-4 text-right">{formatYen(amount)}円</dd>
  </>
);

/** The transfer that carries the gift to its organisation, with its state. */
function Carrier({ remittance }: Pick<Books, 'remittance'>) {
  if (!remittance) return <span className="text-ink-2">次の送金を待っています</span>;
  const { runId, runNumber, state, receivedOn } = remittance;
  return (
    <>
      {runId && (
        <Link
          to={`/admin/remittances/${runId}`}
          className="text-coral-dark underline underline-offset-4"
        >
          {runNumber}
        </Link>
      )}
      <span>{remittanceStateLabels[state]}</span>
      {receivedOn && (
        <span className="text-sm text-ink-2 tabular-nums">{formatDate(receivedOn)}着金</span>
      )}
    </>
  );
}
