import { useState } from 'react';
import { useQuery } from '#kit/client/use-query.ts';
import { Button } from '#kit/ui/button.tsx';
import { Fact, Facts } from '#kit/ui/facts.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { formatDate, formatDateTime } from '#kit/values/timestamp.ts';
import { BlockedNotice } from './admin/blocked-notice.tsx';
import { type BankAccountState, bankAccountKindLabels } from './bank-account.ts';
import { BankAccountForm } from './bank-account-form.tsx';

/**
 * The current account, with a form to request another: `path` is its path at the API, of an organisation or the
 * service.
 */
export function BankAccountCard({ path }: { path: string }) {
  const { value, problem, reload } = useQuery<BankAccountState>(path);
  const [isChanging, setChanging] = useState(false);
  const end = () => {
    setChanging(false);
    reload();
  };
  if (problem) return <LoadFailure message={problem.message} onRetry={reload} />;
  if (!value) return <Skeleton lines={5} label="口座を読み込んでいます" />;
  const { account, blocked, waiting } = value;
  return (
    <div className="grid gap-5">
      {account ? <AccountFacts account={account} /> : <p>口座はまだ登録されていません。</p>}
      {blocked && <BlockedNotice path={path} blocked={blocked} onChanged={reload} />}
      {waiting && (
        <Notice title={`口座の${account ? '変更' : '登録'}が承認を待っています`}>
          {formatDateTime(waiting.askedAt)}に依頼されました。「承認待ち」の画面でご覧いただけます。
        </Notice>
      )}
      {isChanging ? (
        <BankAccountForm
          path={path}
          held={account}
          onCancel={end}
          onAsked={({ dueAt }) => {
            showToast(
              dueAt === null
                ? '依頼しました。もう1人の承認のあとに反映します。'
                : 'ほかに承認できる人がいないため、1日おいて反映します。',
            );
            end();
          }}
        />
      ) : (
        !waiting && (
          <div>
            <Button variant="outline" size="small" onClick={() => setChanging(true)}>
              {account ? '口座を変える' : '口座を登録する'}
            </Button>
          </div>
        )
      )}
    </div>
  );
}

function AccountFacts({ account }: { account: NonNullable<BankAccountState['account']> }) {
  const { bankName, bankCode, branchName, branchCode, kind, number, holder, since } = account;
  return (
    <Facts>
      <Fact label="銀行">{`${bankName}（${bankCode}）`}</Fact>
      <Fact label="支店">{`${branchName}（${branchCode}）`}</Fact>
      <Fact label="預金の種類">{bankAccountKindLabels[kind]}</Fact>
      <Fact label="口座番号">
        <span className="tabular-nums">{number}</span>
      </Fact>
      <Fact label="口座名義">{holder}</Fact>
      <Fact label="登録日">{formatDate(since)}</Fact>
    </Facts>
  );
}
