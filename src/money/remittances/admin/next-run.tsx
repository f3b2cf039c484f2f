import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { addressOf } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { adminPath } from '#kit/lists/admin-path.ts';
import { Panel } from '#kit/lists/panel.tsx';
import { StepError } from '#kit/lists/steps/step-error.tsx';
import { useStep } from '#kit/lists/steps/use-step.ts';
import { Button } from '#kit/ui/button.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { formatDate, isDay } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import type { NextRun } from '#money/remittances/run.ts';
import { yenWords } from './amounts.ts';

type Wish = { periodTo?: string; transferOn?: string };

/** What the next run would pay, for which days, and the button that prepares it. */
export function NextRunPanel({ mayManage }: { mayManage: boolean }) {
  const [wish, setWish] = useState<Wish>({});
  const query = useQuery(
    addressOf('GET /api/office/remittance-runs/next', { query: wish }),
    undefined,
    { keepsLast: true },
  );
  const { value, problem, isLoading, reload } = query;
  const choose = (changed: Wish) => setWish({ ...wish, ...changed });
  return (
    <Panel title="次の送金">
      {problem && <LoadFailure message={problem.message} onRetry={reload} />}
      {!value ? (
        !problem && <Skeleton lines={6} label="次の送金を計算しています" />
      ) : (
        <div aria-busy={isLoading} className={`grid gap-4 ${isLoading ? 'opacity-60' : ''}`}>
          <Sums next={value} />
          <Days next={value} onChoose={choose} />
          <Blocked next={value} />
          <Failing next={value} />
          <Blockers next={value} />
          {mayManage && <Prepare next={value} isLoading={isLoading} onReload={reload} />}
        </div>
      )}
    </Panel>
  );
}

function Sums({ next: { payable, carried, periodFrom, periodTo } }: { next: NextRun }) {
  return (
    <div>
      <p>
        <b className="figures text-3xl">{formatYen(payable.count)}</b>団体に
        <b className="figures ml-2 text-3xl">{formatYen(payable.amountYen)}</b>円
      </p>
      <p className="text-sm text-ink-2">
        {periodFrom <= periodTo && (
          <>
            <span className="whitespace-nowrap">{formatDate(periodFrom)}から</span>
            <span className="whitespace-nowrap">{formatDate(periodTo)}までの分です。</span>
          </>
        )}
        {carried.count > 0 &&
          `このほか${formatYen(carried.count)}団体の${yenWords(carried.amountYen)}は、次回に繰り越します。`}
      </p>
    </div>
  );
}

function Days({ next, onChoose }: { next: NextRun; onChoose: (changed: Wish) => void }) {
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-2">
      <DayInput
        label="対象期間の最後の日"
        day={next.periodTo}
        onChange={(periodTo) => onChoose({ periodTo })}
      />
      <DayInput
        label="振込指定日"
        day={next.transferOn}
        onChange={(transferOn) => onChoose({ transferOn })}
      />
    </div>
  );
}

/** A day that is asked about as soon as it is whole. */
function DayInput({
  label,
  day,
  onChange,
}: {
  label: string;
  day: string;
  onChange: (day: string) => void;
}) {
  const [typed, setTyped] = useState(day);
  return (
    <label className="block text-sm font-bold max-narrow:grow">
      {label}
      <input
        type="date"
        value={typed}
        min="2017-01-01"
        max="2099-12-31"
        className="control mt-1 block"
        onChange={({ currentTarget: { value, validity } }) => {
          setTyped(value);
          if (isDay(value) && validity.valid) onChange(value);
        }}
      />
    </label>
  );
}

/** Where what keeps a run from being made is mended, by the first part of its address. */
const mending: Readonly<Record<string, string>> = {
  remittances: 'その送金を開く',
  'bank-account': '振込元の口座へ',
  close: '月の締めへ',
};

function Blocked({ next: { blockedAccounts } }: { next: NextRun }) {
  if (blockedAccounts === 0) return null;
  return (
    <Notice kind="error" title={`振込が戻ってきた口座が${formatYen(blockedAccounts)}件あります`}>
      口座が変わるか、正しいことを確認するまで、どの送金にも含まれません。
      <MendLink address="remittances/blocked">口座を見る</MendLink>
    </Notice>
  );
}

function Failing({ next: { failingRuns } }: { next: NextRun }) {
  if (failingRuns.length === 0) return null;
  return (
    <Notice kind="error" title="着金を記録できていない送金があります">
      <ul>
        {failingRuns.map(({ id, number, count }) => (
          <li key={id}>
            送金 {number}の{formatYen(count)}団体
            <MendLink address={`remittances/${id}`}>その送金を開く</MendLink>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Blockers({ next: { blockers } }: { next: NextRun }) {
  if (blockers.length === 0) return null;
  return (
    <Notice title="準備の前に、必要なことがあります">
      <ul className="mt-1 grid gap-1">
        {blockers.map(({ message, address }) => (
          <li key={message}>
            {message}
            {address !== '' && (
              <MendLink address={address}>
                {mending[address.split('/')[0] ?? ''] ?? 'その画面へ'}
              </MendLink>
            )}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

const MendLink = ({ address, children }: { address: string; children: ReactNode }) => (
  <Link
    to={adminPath(address)}
    className="ml-2 inline-flex min-h-11 items-center font-bold whitespace-nowrap text-coral-dark underline underline-offset-4"
  >
    {children}
  </Link>
);

function Prepare({
  next: { periodTo, transferOn, latestRunId, payable, blockers },
  isLoading,
  onReload,
}: {
  next: NextRun;
  /** What is shown is not yet what was chosen. */
  isLoading: boolean;
  onReload: () => void;
}) {
  const goTo = useNavigate();
  const step = useStep(addressOf('POST /api/office/remittance-runs'), {
    done: '送金を準備しました。',
    onDone: ({ run }) => goTo(`/admin/remittances/${run.id}`),
  });
  if (blockers.length > 0) return null;
  if (payable.count === 0) {
    return <p className="text-sm">この期間に、お支払いする団体はありません。</p>;
  }
  return (
    <>
      <p className="max-w-narrow text-sm text-ink-2">
        準備すると、いまの口座とお支払い額を写し取ります。まだ何も送金しません。承認のあとでファイルを作成し、銀行に渡します。
      </p>
      <StepError step={step} onReload={onReload} />
      <div>
        <Button
          isBusy={step.isPending}
          disabled={isLoading}
          onClick={() => step.send({ periodTo, transferOn, after: latestRunId })}
        >
          準備する
        </Button>
      </div>
    </>
  );
}
