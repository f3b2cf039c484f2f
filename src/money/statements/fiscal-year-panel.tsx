import { api as call } from '#kit/client/api.ts';
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

type PanelProps = {
  /** API path of the organisation's fiscal year. */
  api: string;
  mayChange: boolean;
  onChanged?: () => void;
};

/** The first month of the organisation's fiscal year, by which statements are totalled. */
export function FiscalYearPanel({ api, mayChange, onChanged }: PanelProps) {
  const { value, problem, change, reload } = useQuery<FiscalYear>(api);
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
            api={api}
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
  api,
  version,
  months,
  onSaved,
}: {
  api: string;
  version: number;
  months: readonly string[];
  onSaved: (saved: FiscalYear) => void;
}) {
  const form = useForm({ schema: FiscalYearChange, initial: { startsIn: '', version } });
  const saving = useSubmission((body: FiscalYearChange) => call<FiscalYear>(api, { body }), {
    form,
    onDone: onSaved,
  });
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
