import { useState } from 'react';
import { addressOf, send } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { NumberField } from '#kit/forms/fields/number-field.tsx';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { FormButtons } from '#kit/forms/form-buttons.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { may } from '#kit/permissions/permissions.ts';
import { Button, ButtonLink } from '#kit/ui/button.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { EmptyState } from '#kit/ui/empty-state.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { Table } from '#kit/ui/table.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import {
  type Fund,
  type FundTerms,
  FundTermsDraft,
  type FundTermsState,
} from '#money/funds/fund.ts';
import { useSession } from '#people/session/session.ts';

export const meta = () => [{ title: '基金｜たすき運営' }, { name: 'robots', content: 'noindex' }];

export const handle = { layout: 'admin' };

const yen = (amount: number) => `${formatYen(amount)}円`;

/** All funds with their balances, and the service's share of gifts to them. */
export default function FundsPage() {
  const { value, problem, reload } = useQuery(addressOf('GET /api/office/funds'));
  return (
    <>
      <PageHead title="基金">
        <ButtonLink to="/admin/funds/payouts" variant="outline" size="small">
          すべての支払い
        </ButtonLink>
      </PageHead>
      <div className="grid gap-4">
        <Panel label="基金の一覧">
          {problem ? (
            <LoadFailure message={problem.message} onRetry={reload} />
          ) : !value ? (
            <Skeleton lines={12} label="基金を読み込んでいます" />
          ) : value.length === 0 ? (
            <EmptyState title="基金はまだありません">
              社会課題を登録すると、課題ごとの基金がここに並びます。
            </EmptyState>
          ) : (
            <FundTable funds={value} />
          )}
        </Panel>
        <FundTermsPanel />
      </div>
    </>
  );
}

const FundTable = ({ funds }: { funds: readonly Fund[] }) => (
  <Table
    caption="基金の残高"
    onPhones="cards"
    isDense
    rows={funds}
    rowKey={({ socialChallengeId }) => socialChallengeId}
    columns={[
      {
        label: '基金',
        isRowHeader: true,
        cell: ({ socialChallengeId, fundName }) => (
          <Link
            to={`/admin/funds/${socialChallengeId}`}
            className="inline-flex min-h-11 items-center font-bold text-coral-dark underline"
          >
            {fundName}
          </Link>
        ),
      },
      {
        label: '残高',
        isNumber: true,
        cell: ({ balanceYen }) => <b className="figures">{yen(balanceYen)}</b>,
      },
      { label: 'これまでの寄付', isNumber: true, cell: ({ givenYen }) => yen(givenYen) },
      {
        label: '団体への支払い',
        isNumber: true,
        cell: ({ paidOutYen, sentBeforeYen }) => yen(paidOutYen + sentBeforeYen),
      },
      {
        label: '最近の支払い',
        cell: ({ lastPayoutOn }) =>
          lastPayoutOn === null ? 'まだありません' : formatDate(lastPayoutOn),
      },
    ]}
  />
);

const termsText = ({
  feeBasisPoints,
  handlingYen,
}: Pick<FundTerms, 'feeBasisPoints' | 'handlingYen'>) =>
  `手数料${feeBasisPoints / 100}％・送料と作業費は1箱${formatYen(handlingYen)}円`;

/** The service's share of gifts to funds: today's terms, all recorded ones, and a form for new ones. */
export function FundTermsPanel() {
  const { value, problem, reload, change } = useQuery(addressOf('GET /api/office/fund-terms'));
  const { role } = useSession();
  const [isAdding, setAdding] = useState(false);
  const close = () => setAdding(false);
  return (
    <Panel
      title="基金への寄付の手数料"
      action={
        value &&
        may(role, 'funds.pay') && (
          <Button variant="outline" size="small" onClick={() => setAdding(true)}>
            新しい決まりを記録する
          </Button>
        )
      }
    >
      {problem ? (
        <LoadFailure message={problem.message} onRetry={reload} />
      ) : !value ? (
        <Skeleton lines={3} label="手数料の決まりを読み込んでいます" />
      ) : (
        <>
          <p>
            今日の決まり：<b>{termsText(value)}</b>
          </p>
          <ul className="mt-2 divide-y divide-dashed divide-line">
            {value.recorded.map((terms) => (
              <TermsItem key={terms.id} terms={terms} />
            ))}
          </ul>
          <Dialog isOpen={isAdding} title="新しい決まりを記録する" onClose={close}>
            <AddForm
              after={value.recorded[0]?.id ?? ''}
              onAdded={change}
              onStale={reload}
              onClose={close}
            />
          </Dialog>
        </>
      )}
    </Panel>
  );
}

const TermsItem = ({ terms }: { terms: FundTerms }) => (
  <li className="py-2 text-sm">
    <p className="font-bold tabular-nums">{formatDate(terms.startsOn)}から</p>
    <p>{termsText(terms)}</p>
    <p className="wrap-anywhere">{terms.reason}</p>
    <p className="wrap-anywhere text-ink-2">
      {formatDate(terms.createdAt)}　{terms.createdBy}
    </p>
  </li>
);

function AddForm({
  after,
  onAdded,
  onStale,
  onClose,
}: {
  after: string;
  onAdded: (state: FundTermsState) => void;
  onStale: () => void;
  onClose: () => void;
}) {
  const form = useForm({
    schema: FundTermsDraft,
    initial: {
      startsOn: '',
      feePercent: '',
      handlingYen: 0 as number | null,
      reason: '',
      after,
    },
    onInvalid: showMessage,
  });
  const submission = useSubmission(
    (body: FundTermsDraft) => send('POST /api/office/fund-terms', { body: { ...body, after } }),
    {
      form,
      onDone(state) {
        showToast('新しい決まりを記録しました。');
        onAdded(state);
        onClose();
      },
    },
  );
  async function add(draft: FundTermsDraft) {
    const outcome = await submission.send(draft);
    if (outcome?.kind === 'refused' && outcome.type === 'Conflict') onStale();
  }
  return (
    <Form form={form} className="grid gap-4" onSubmit={form.submit(add)}>
      <ErrorSummary form={form} />
      <p>
        その日からの寄付に使われます。前の決まりは履歴として残り、それまでの寄付は変わりません。
      </p>
      <TextField
        form={form}
        path="startsOn"
        type="date"
        label="始まる日"
        required
        help="今日からあとの日"
      />
      <TextField
        form={form}
        path="feePercent"
        label="手数料（％）"
        required
        inputMode="decimal"
        help="小数は2桁までです（例：12.5）"
      />
      <NumberField form={form} path="handlingYen" label="1箱の送料・作業費（円）" required />
      <TextArea form={form} path="reason" label="理由" required rows={2} maxLength={200} />
      <FormButtons submission={submission} onCancel={onClose}>
        記録する
      </FormButtons>
    </Form>
  );
}
