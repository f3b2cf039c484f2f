import { useState } from 'react';
import { useNavigate } from 'react-router';
import { addressOf, send } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { NumberField } from '#kit/forms/fields/number-field.tsx';
import { SelectField } from '#kit/forms/fields/select-field.tsx';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { FormButtons } from '#kit/forms/form-buttons.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { BackLink } from '#kit/lists/back-link.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { may } from '#kit/permissions/permissions.ts';
import { Button, ButtonLink } from '#kit/ui/button.tsx';
import { EmptyState } from '#kit/ui/empty-state.tsx';
import { Fact, Facts } from '#kit/ui/facts.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { Notice } from '#kit/ui/notice.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { formatDate, formatDateTime } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { useSession } from '#people/session/session.ts';
import {
  type DealerEntry,
  EntryCorrection,
  entryWayLabels,
} from '#warehouse/dealer-ledger/dealer-entry.ts';
import {
  identityMethods,
  methodLabel,
  notConfirmedMethod,
} from '#warehouse/identity-checks/methods.ts';
import type { Route } from './+types/entry-page.ts';

export const meta: Route.MetaFunction = ({ params }) => [
  { title: `${params.number}｜古物台帳｜たすき運営` },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

/** A line of the dealer's ledger in full, with its correction. */
export default function EntryPage({ params: { number } }: Route.ComponentProps) {
  return <Entry key={number} number={number} />;
}

function Entry({ number }: { number: string }) {
  const { value, problem, reload } = useQuery(
    addressOf('GET /api/office/dealer-ledger/:number', { params: { number } }),
  );
  const { role } = useSession();
  const [isCorrecting, setCorrecting] = useState(false);
  return (
    <>
      <BackLink list={{ path: '/admin/dealer-ledger', label: '古物台帳の一覧' }} />
      <h1 className="mb-5 font-sans text-2xl tabular-nums narrow:text-2xl">{number}</h1>
      {problem?.type === 'NotFound' ? (
        <EmptyState
          title="台帳の行が見つかりませんでした"
          action={
            <ButtonLink to="/admin/dealer-ledger" variant="outline" size="small">
              古物台帳の一覧へ
            </ButtonLink>
          }
        >
          {problem.message}
        </EmptyState>
      ) : problem ? (
        <LoadFailure message={problem.message} onRetry={reload} />
      ) : !value ? (
        <Panel label="台帳の行">
          <Skeleton lines={12} />
        </Panel>
      ) : (
        <div className="grid max-w-narrow gap-4">
          {value.correctedBy !== '' && (
            <Notice title="この行は訂正されています">
              <EntryNumber number={value.correctedBy} />
              をご覧ください。もとの内容は、下に残しています。
            </Notice>
          )}
          <Panel title="記載の内容">
            {value.correctedBy === '' ? (
              <EntryFacts entry={value} />
            ) : (
              <s>
                <EntryFacts entry={value} />
              </s>
            )}
          </Panel>
          {value.correctedBy === '' &&
            value.way !== 'cancelled' &&
            may(role, 'dealer-ledger.correct') &&
            (isCorrecting ? (
              <CorrectionForm entry={value} onDone={reload} onClose={() => setCorrecting(false)} />
            ) : (
              <p>
                <Button variant="outline" onClick={() => setCorrecting(true)}>
                  この行を訂正する
                </Button>
              </p>
            ))}
        </div>
      )}
    </>
  );
}

const EntryNumber = ({ number }: { number: string }) => (
  <Link
    to={`/admin/dealer-ledger/${number}`}
    className="font-bold text-coral-dark tabular-nums underline"
  >
    {number}
  </Link>
);

function EntryFacts({ entry }: { entry: DealerEntry }) {
  const { letterSentOn, letterDeliveredOn } = entry;
  return (
    <Facts>
      <Fact label="取引の日">{formatDate(entry.tradedOn)}</Fact>
      <Fact label="区分">{entryWayLabels[entry.way]}</Fact>
      <Fact label="品目">{entry.kind}</Fact>
      <Fact label="数量">{String(entry.quantity)}</Fact>
      <Fact label="特徴">
        <span className="wrap-anywhere">{entry.feature}</span>
      </Fact>
      <Fact label="代価">{`${formatYen(entry.priceYen)}円`}</Fact>
      <Fact label="氏名">{entry.partyName}</Fact>
      <Fact label="住所">
        <span className="wrap-anywhere">{entry.partyAddress}</span>
      </Fact>
      <Fact label="職業">{entry.partyOccupation}</Fact>
      <Fact label="年齢">{`${entry.partyAge}歳`}</Fact>
      <Fact label="確認の方法">{methodLabel(entry.identityMethod)}</Fact>
      <Fact label="郵便の番号">{entry.letterNumber}</Fact>
      <Fact label="郵便の発送">{letterSentOn && formatDate(letterSentOn)}</Fact>
      <Fact label="郵便の到達">{letterDeliveredOn && formatDate(letterDeliveredOn)}</Fact>
      <Fact label="消費税">{entry.taxNote}</Fact>
      <Fact label="申込番号">
        <Link
          to={`/admin/applications/${entry.appraisalId}`}
          className="text-coral-dark tabular-nums underline"
        >
          {entry.appraisalId}
        </Link>
      </Fact>
      <Fact label="記入">{`${entry.enteredBy} ${formatDateTime(entry.enteredAt)}`}</Fact>
      <Fact label="保存期限">{formatDate(entry.keptUntil)}</Fact>
      {entry.corrects !== '' && (
        <Fact label="訂正した行">
          <EntryNumber number={entry.corrects} />
        </Fact>
      )}
      <Fact label="訂正の理由">{entry.correctionReason}</Fact>
    </Facts>
  );
}

const methods = [...identityMethods, notConfirmedMethod].map((value) => ({
  value,
  label: methodLabel(value),
}));

/** Replaces a line by a corrected one, with the reason. */
export function CorrectionForm({
  entry,
  onDone,
  onClose,
}: {
  entry: DealerEntry;
  onDone: () => void;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const form = useForm({
    schema: EntryCorrection,
    initial: initialOf(entry),
    onInvalid: showMessage,
  });
  const submission = useSubmission(
    (body: EntryCorrection) =>
      send('POST /api/office/dealer-ledger/:number/correct', {
        params: { number: entry.number },
        body,
      }),
    {
      form,
      onDone(written) {
        showToast('訂正の行を書きました。もとの行も残っています。');
        onDone();
        navigate(`/admin/dealer-ledger/${written.number}`);
      },
    },
  );
  return (
    <Panel title="訂正の行を書く">
      <Form form={form} onSubmit={form.submit(submission.send)} className="grid gap-4">
        <ErrorSummary form={form} />
        <p>もとの行は消えません。新しい行が加わり、互いに番号で結ばれます。</p>
        <TextField form={form} path="tradedOn" label="取引の日" type="date" required />
        <TextField form={form} path="kind" label="品目" required />
        <NumberField form={form} path="quantity" label="数量" required />
        <TextArea form={form} path="feature" label="特徴" required rows={2} maxLength={300} />
        <NumberField form={form} path="priceYen" label="代価（円）" required />
        <TextField form={form} path="partyName" label="氏名" required />
        <TextField form={form} path="partyAddress" label="住所" required />
        <TextField form={form} path="partyOccupation" label="職業" required />
        <NumberField form={form} path="partyAge" label="年齢" required />
        <SelectField
          form={form}
          path="identityMethod"
          label="確認の方法"
          required
          choices={methods}
        />
        <TextField form={form} path="letterNumber" label="郵便の番号" optional />
        <TextField form={form} path="letterSentOn" label="郵便の発送日" type="date" optional />
        <TextField form={form} path="letterDeliveredOn" label="郵便の到達日" type="date" optional />
        <TextArea form={form} path="reason" label="訂正の理由" required rows={3} maxLength={300} />
        <FormButtons submission={submission} onCancel={onClose}>
          訂正の行を書く
        </FormButtons>
      </Form>
    </Panel>
  );
}

const initialOf = (entry: DealerEntry): EntryCorrection => ({
  tradedOn: entry.tradedOn,
  kind: entry.kind,
  quantity: entry.quantity,
  feature: entry.feature,
  priceYen: entry.priceYen,
  partyName: entry.partyName,
  partyAddress: entry.partyAddress,
  partyOccupation: entry.partyOccupation,
  partyAge: entry.partyAge,
  identityMethod: entry.identityMethod as EntryCorrection['identityMethod'],
  letterNumber: entry.letterNumber,
  letterSentOn: entry.letterSentOn ?? '',
  letterDeliveredOn: entry.letterDeliveredOn ?? '',
  reason: '',
});
