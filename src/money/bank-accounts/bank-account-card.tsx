import { useState } from 'react';
import * as z from 'zod/mini';
import { api } from '#kit/client/api.ts';
import { addressOf, type CallAddress, send } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { RadioCards } from '#kit/forms/fields/radio-cards.tsx';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { type ComparedField, VersionChoice } from '#kit/forms/two-versions.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { ReasonDialog } from '#kit/lists/steps/reason-dialog.tsx';
import { Button } from '#kit/ui/button.tsx';
import { Fact, Facts } from '#kit/ui/facts.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { formatDate, formatDateTime } from '#kit/values/timestamp.ts';
import type { AccountBlock } from '#money/bank-accounts/blocked-account.ts';
import type { AskedApproval } from '#people/approvals/approval.ts';
import {
  BankAccountRequest,
  type BankAccountState,
  bankAccountKindLabels,
  bankAccountKinds,
} from './bank-account.ts';
import { BankChoiceField } from './bank-choice-field.tsx';
import { toBankKana } from './bank-kana.ts';

/** Whose account it is: an organisation's, or without one the service's own. */
type Whose = { associateId: string | undefined };

const addressOfAccount = ({ associateId }: Whose): CallAddress<BankAccountState> =>
  associateId === undefined
    ? addressOf('GET /api/office/bank-account')
    : addressOf('GET /api/office/associates/:associateId/bank-account', {
        params: { associateId },
      });

const askForAccount = ({ associateId }: Whose, body: BankAccountRequest) =>
  associateId === undefined
    ? send('POST /api/office/bank-account', { body })
    : send('POST /api/office/associates/:associateId/bank-account', {
        params: { associateId },
        body,
      });

/** The current account, with a form to request another. */
export function BankAccountCard({ associateId }: Whose) {
  const { value, problem, reload } = useQuery(addressOfAccount({ associateId }));
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
      {blocked && associateId !== undefined && (
        <BlockedNotice associateId={associateId} blocked={blocked} onChanged={reload} />
      )}
      {waiting && (
        <Notice title={`口座の${account ? '変更' : '登録'}が承認を待っています`}>
          {formatDateTime(waiting.askedAt)}に依頼されました。「承認待ち」の画面でご覧いただけます。
        </Notice>
      )}
      {isChanging ? (
        <BankAccountForm
          associateId={associateId}
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

const { account, reason } = BankAccountRequest.shape;
const Entry = z.object({ account, reason });
type Entry = z.infer<typeof Entry>;
type HeldAccount = BankAccountState['account'];

const empty = { bankCode: '', branchCode: '', kind: 'ordinary', number: '', holder: '' };
const kinds = bankAccountKinds.map((kind) => ({ value: kind, label: bankAccountKindLabels[kind] }));

const banksPath = (name: string) => addressOf('GET /api/office/banks', { query: { name } });
const branchesPath = (code: string) => (name: string) =>
  addressOf('GET /api/office/banks/:code/branches', { params: { code }, query: { name } });

/** Requests an account to replace `held`; it takes effect once a second person approves it. */
export function BankAccountForm({
  associateId,
  held,
  onCancel,
  onAsked,
}: Whose & {
  held: HeldAccount;
  onCancel: () => void;
  onAsked: (asked: AskedApproval) => void;
}) {
  const form = useForm({ schema: Entry, initial: { account: empty, reason: '' } });
  /** The account that was approved meanwhile, beside the typed one. */
  const [newer, setNewer] = useState<NonNullable<HeldAccount>>();
  const submission = useSubmission(
    (body: BankAccountRequest) => askForAccount({ associateId }, body),
    { form, onDone: onAsked },
  );

  async function send(entry: Entry) {
    const replaces = (newer ?? held)?.id ?? null;
    const outcome = await submission.send({ ...entry, replaces });
    if (outcome?.kind !== 'refused' || outcome.type !== 'Conflict') return;
    const latest = await api<BankAccountState>(addressOfAccount({ associateId })).catch(
      () => undefined,
    );
    if (latest?.account && latest.account.id !== replaces) setNewer(latest.account);
  }

  return (
    <Form form={form} className="grid max-w-narrow gap-5" onSubmit={form.submit(send)}>
      <ErrorSummary form={form} />
      {newer && (
        <VersionChoice
          fields={comparedFields(form.values.account, newer)}
          isPending={submission.isPending}
          onKeepStored={onCancel}
        />
      )}
      <BankChoiceField
        form={form}
        path="account.bankCode"
        label="銀行"
        help="名前・よみ・番号の一部を入力して、一覧から選んでください。"
        pathOf={banksPath}
        onChoose={() => form.setValue('account.branchCode', '')}
      />
      {form.values.account.bankCode !== '' && (
        <BankChoiceField
          // Branches depend on the bank.
          key={form.values.account.bankCode}
          form={form}
          path="account.branchCode"
          label="支店"
          help="名前・よみ・番号の一部を入力して、一覧から選んでください。"
          pathOf={branchesPath(form.values.account.bankCode)}
        />
      )}
      <RadioCards
        form={form}
        path="account.kind"
        label="預金の種類"
        required
        choices={kinds}
        columns={3}
      />
      <TextField
        form={form}
        path="account.number"
        label="口座番号"
        required
        inputMode="numeric"
        autoComplete="off"
        help="7桁に足りないときは、先頭に0を補って登録します。"
      />
      <TextField
        form={form}
        path="account.holder"
        label="口座名義（カナ）"
        required
        autoComplete="off"
        tidy={toBankKana}
        help="通帳のカナ名義のとおりに入力してください。銀行の書き方（半角）に直します。"
      />
      <TextArea
        form={form}
        path="reason"
        label="理由"
        rows={2}
        maxLength={500}
        help="承認する人が読みます。どう確かめたかもお書きください。"
      />
      <SubmitError message={newer ? undefined : submission.message} />
      {!newer && (
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="outline" size="small" onClick={onCancel}>
            やめる
          </Button>
          <Button type="submit" size="small" isBusy={submission.isPending}>
            {`口座の${held ? '変更' : '登録'}を依頼する`}
          </Button>
        </div>
      )}
    </Form>
  );
}

/** Compares the typed account with the one approved meanwhile. */
function comparedFields(mine: typeof empty, stored: NonNullable<HeldAccount>): ComparedField[] {
  const kindOf = (kind: string) => kinds.find(({ value }) => value === kind)?.label ?? '';
  return [
    { label: '銀行の番号', mine: mine.bankCode, stored: stored.bankCode },
    { label: '支店の番号', mine: mine.branchCode, stored: stored.branchCode },
    { label: '預金の種類', mine: kindOf(mine.kind), stored: kindOf(stored.kind) },
    { label: '口座番号', mine: mine.number, stored: stored.number },
    { label: '口座名義', mine: mine.holder, stored: stored.holder },
  ];
}

type Props = { associateId: string; blocked: AccountBlock; onChanged: () => void };

/** Why runs skip an account, with a button to confirm that it is correct. */
function BlockedNotice({ associateId, blocked, onChanged }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Notice kind="error" title="この口座への振込が戻ってきました">
      <p>
        {formatDate(blocked.returnedOn)}の組戻し：{blocked.reason}
      </p>
      <p>口座を変えるか、いまの口座が正しいことを確認するまで、送金には含まれません。</p>
      <div className="mt-3">
        <Button variant="outline" size="small" onClick={() => setOpen(true)}>
          この口座が正しいと確認した
        </Button>
      </div>
      <ReasonDialog
        title="口座が正しいことを記録する"
        path={addressOf('POST /api/office/associates/:associateId/bank-account/confirm', {
          params: { associateId },
        })}
        more={{ blockId: blocked.id }}
        action="記録する"
        done="口座の確認を記録しました。次の送金から含まれます。"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onDone={onChanged}
        onReload={onChanged}
      >
        <p>
          団体に通帳などをご確認いただいたうえで、確かめた方法を書いてください。団体にもメールでお知らせします。
        </p>
      </ReasonDialog>
    </Notice>
  );
}
