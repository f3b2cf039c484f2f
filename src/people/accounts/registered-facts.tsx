import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { Chip } from '#kit/ui/chip.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { formatPhone } from '#kit/values/phone.ts';
import { formatPostalCode } from '#kit/values/postal-code.ts';
import { cancelEmailChange, sendVerification } from '#people/session/sign-in.ts';
import type { Account } from './account.ts';
import { AccountCard, Setting } from './account-card.tsx';
import type { OwnAccount } from './own-account.ts';

const accountPath = '/mypage/account';
const nothing = <span className="text-ink-2">まだ登録されていません</span>;

/** The registered name, address, phone and e-mail, each with a link to change it. */
export function RegisteredFacts({ account, methods, refresh }: OwnAccount) {
  const { names, address, tel, email } = account;
  return (
    <AccountCard title="ご登録の内容">
      <dl className="mt-3">
        <Setting label="お名前" to={`${accountPath}/names`}>
          <Names {...names} />
        </Setting>
        <Setting
          label="ご住所"
          to={`${accountPath}/address`}
          action={address.zipcode ? '変更' : '登録'}
        >
          <Address {...address} />
        </Setting>
        <Setting label="電話番号" to={`${accountPath}/tel`} action={tel ? '変更' : '登録'}>
          {tel ? formatPhone(tel) : nothing}
        </Setting>
        <Setting label="メールアドレス" to={`${accountPath}/email`}>
          <span className="mr-2 break-all">{email}</span>
          {methods.emailVerified ? <Chip tone="leaf">確認済み</Chip> : <Unverified />}
          {methods.pendingEmail !== null && (
            <PendingEmail email={methods.pendingEmail} onCancelled={refresh} />
          )}
        </Setting>
      </dl>
    </AccountCard>
  );
}

function Names({ lastName, firstName, lastNameKana, firstNameKana }: Account['names']) {
  const name = `${lastName} ${firstName}`.trim();
  return name ? (
    <>
      {name}
      <span className="block text-sm text-ink-2">{`${lastNameKana} ${firstNameKana}`.trim()}</span>
    </>
  ) : (
    nothing
  );
}

function Address({ zipcode, prefecture, line1, line2, building }: Account['address']) {
  return zipcode ? (
    <>
      <span className="block text-sm text-ink-2">{formatPostalCode(zipcode)}</span>
      {prefecture}
      {line1}
      {line2} {building}
    </>
  ) : (
    nothing
  );
}

/** The address whose link has not been opened yet, with a button to cancel the change. */
function PendingEmail({ email, onCancelled }: { email: string; onCancelled: () => Promise<void> }) {
  const submission = useSubmission((_: object) => cancelEmailChange(), {
    onDone() {
      showToast('メールアドレスの変更をやめました。');
      return onCancelled();
    },
  });
  return (
    <span className="mt-3 block border-t border-dashed border-line pt-3">
      <Chip tone="honey">確認待ち</Chip>
      <span className="mt-1 block">
        新しいメールアドレス <span className="font-bold break-all">{email}</span>{' '}
        に届いたリンクを開くと、変更されます。
      </span>
      <Button
        variant="quiet"
        size="small"
        className="-ml-5 text-coral-dark"
        isBusy={submission.isPending}
        onClick={() => submission.send({})}
      >
        変更をやめる
      </Button>
      <SubmitError message={submission.message} />
    </span>
  );
}

/** An unverified address, with a button that sends the verification mail again. */
function Unverified() {
  const submission = useSubmission((_: object) => sendVerification(), {
    onDone: () => showToast('確認のメールをお送りしました。'),
  });
  return (
    <>
      <Chip tone="honey">未確認</Chip>
      <span className="mt-1 block">
        <Button
          variant="quiet"
          size="small"
          className="-ml-5 text-coral-dark"
          isBusy={submission.isPending}
          onClick={() => submission.send({})}
        >
          確認のメールを送る
        </Button>
      </span>
      <SubmitError message={submission.message} />
    </>
  );
}
