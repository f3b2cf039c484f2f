import { Panel } from '#kit/lists/panel.tsx';
import { Fact, Facts } from '#kit/ui/facts.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { ProgressBar } from '#kit/ui/progress-bar.tsx';
import { Stat } from '#kit/ui/stat.tsx';
import { formatDate, formatDateTime } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { bankAccountKindLabels, maskedNumber } from '#money/bank-accounts/bank-account.ts';
import { yenWords } from '#money/remittances/admin/amounts.ts';
import { isOpenToChanges, type RunProps } from './run-props.ts';
import { TransferDay } from './transfer-day.tsx';

/** The figures of a run, its days, the account that pays, and who did what. */
export function RunFacts(props: RunProps) {
  const { detail, mayManage } = props;
  const { run, carried, payer } = detail;
  return (
    <>
      {run.state === 'dropped' && (
        <Notice title="この送金は取りやめました">
          <p>理由：{run.dropReason}</p>
        </Notice>
      )}
      <Panel title="内容">
        <div className="grid gap-4">
          <dl className="grid grid-cols-2 gap-y-3 narrow:grid-cols-4">
            <Stat label="お支払いする団体" value={formatYen(run.remittances)} unit="団体" />
            <Stat label="送金額" value={formatYen(run.amountYen)} unit="円" />
            <Stat label="着金" value={formatYen(run.confirmedYen)} unit="円" tone="ink" />
            <Stat
              label="組戻し"
              value={formatYen(run.returnedYen)}
              unit="円"
              tone={run.returnedYen > 0 ? 'error' : 'ink'}
            />
          </dl>
          {(run.state === 'sent' || run.state === 'done') && (
            <ProgressBar
              label={`着金 ${formatYen(run.confirmed)}／${formatYen(run.remittances)}団体`}
              value={run.confirmed}
              max={run.remittances}
            />
          )}
          <Facts>
            <Fact label="対象期間">
              <span className="whitespace-nowrap">{formatDate(run.periodFrom)}から</span>{' '}
              <span className="whitespace-nowrap">{formatDate(run.periodTo)}まで</span>
            </Fact>
            <Fact label="振込指定日">
              <span className="flex flex-wrap items-center gap-x-3">
                {formatDate(run.transferOn)}
                {mayManage && isOpenToChanges(detail) && <TransferDay {...props} />}
              </span>
            </Fact>
            <Fact label="振込元">
              <span className="wrap-anywhere">
                {payer.bankName} {payer.branchName} {bankAccountKindLabels[payer.kind]}{' '}
                {maskedNumber(payer.number)}
              </span>
            </Fact>
            <Fact label="次回に繰越">
              {carried.count > 0 ? (
                <Link
                  to={`/admin/remittances/${encodeURIComponent(run.id)}/carried`}
                  className="font-bold text-coral-dark underline underline-offset-4"
                >
                  {formatYen(carried.count)}団体・{yenWords(carried.amountYen)}
                  {carried.blocked > 0 &&
                    `、うち${formatYen(carried.blocked)}団体は振込が戻ってきた口座`}
                  （理由を見る）
                </Link>
              ) : (
                'ありません'
              )}
            </Fact>
            <By label="準備" at={run.createdAt} who={run.createdBy} />
            <By label="承認" at={run.approvedAt} who={run.approvedBy} />
            <By label="銀行へ" at={run.sentAt} who={run.sentBy} />
          </Facts>
        </div>
      </Panel>
    </>
  );
}

function By({ label, at, who }: { label: string; at: string | null; who: string }) {
  return (
    <Fact label={label}>
      {at && (
        <span className="flex flex-wrap gap-x-3">
          <span className="tabular-nums">{formatDateTime(at)}</span>
          <span className="wrap-anywhere">{who}</span>
        </span>
      )}
    </Fact>
  );
}
