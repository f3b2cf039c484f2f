import { addressOf, send } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { SelectField } from '#kit/forms/fields/select-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { Disclosure } from '#kit/ui/disclosure.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import { type FiscalYear, FiscalYearChange, monthInWords } from './period.ts';

const reads = {
  room: 'GET /api/staff/associates/:associateId/fiscal-year',
  office: 'GET /api/office/associates/:associateId/fiscal-year',
} as const;
const changes = {
  room: 'POST /api/staff/associates/:associateId/fiscal-year',
  office: 'POST /api/office/associates/:associateId/fiscal-year',
} as const;

type Whose = { associateId: string; from: keyof typeof reads };
type PanelProps = Whose & {
  mayChange: boolean;
  onChanged?: () => void;
};

/** The first month of the organisation's fiscal year, by which statements are totalled. */
export function FiscalYearPanel({ associateId, from, mayChange, onChanged }: PanelProps) {
  const { value, problem, change, reload } = useQuery(
    addressOf(reads[from], { params: { associateId } }),
  );
  if (problem && !value) return <LoadFailure message={problem.message} onRetry={reload} />;
  if (!value) return <Skeleton lines={2} label="事業年度を読み込んでいます" />;
  return (
    <div>
      <Disclosure summary={`事業年度：${value.firstMonth}月はじまり`}>
        <p className="text-sm text-ink-2">
          1年分の明細書を、団体の事業年度でまとめます。受領証明書は、いつも暦年（1月〜12月）です。
        </p>
        {value.changes.length > 0 && (
          <ul className="mt-3 text-sm">
            {value.changes.map(({ startsIn, at, stands }) => (
              <li key={at} className={stands ? '' : 'text-ink-2 line-through'}>
                {monthInWords(startsIn)}から、{Number(startsIn.slice(5))}月はじまり（
                {formatDate(at)}に記録）
              </li>
            ))}
          </ul>
        )}
        {mayChange && (
          <ChangeForm
            key={value.version}
            associateId={associateId}
            from={from}
            version={value.version}
            months={value.choices}
            onSaved={(saved) => {
              change(saved);
              onChanged?.();
              showToast('事業年度を変更しました。');
            }}
          />
        )}
      </Disclosure>
    </div>
  );
}

function ChangeForm({
  associateId,
  from,
  version,
  months,
  onSaved,
}: Whose & {
  version: number;
  months: readonly string[];
  onSaved: (saved: FiscalYear) => void;
}) {
  const form = useForm({ schema: FiscalYearChange, initial: { startsIn: '', version } });
  const saving = useSubmission(
    (body: FiscalYearChange) => send(changes[from], { params: { associateId }, body }),
    { form, onDone: onSaved },
  );
  return (
    <Form form={form} onSubmit={form.submit(saving.send)} className="mt-4 grid gap-3">
      <ErrorSummary form={form} />
      <SelectField
        form={form}
        path="startsIn"
        label="この月から新しい事業年度"
        help="それまでの年度は、その前の月で終わります。"
        emptyLabel="選んでください"
        choices={months.map((month) => ({
          value: month,
          label: monthInWords(month),
        }))}
      />
      <SubmitError message={saving.message} />
      <Button type="submit" size="small" variant="outline" isBusy={saving.isPending}>
        事業年度を変更する
      </Button>
    </Form>
  );
}
