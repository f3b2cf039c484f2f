import { apiResponse } from '#kit/client/api.ts';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import type { Filters } from '#kit/lists/list-place.ts';
import { Button } from '#kit/ui/button.tsx';
import { saveFile } from '#kit/ui/save-file.ts';
import { showToast } from '#kit/ui/toast.tsx';

/** Filters the ledger by trading days or to one line, and prints those days. */
export function LedgerFilters({
  filters,
  onNarrow,
}: {
  filters: Filters;
  onNarrow: (changed: Filters) => void;
}) {
  const { from = '', to = '', number = '', application = '' } = filters;
  const printing = useSubmission(
    async (days: string) => {
      const response = await apiResponse(`/api/office/dealer-ledger.pdf${days}`);
      saveFile(await response.blob(), '古物台帳.pdf');
    },
    { onDone: () => showToast('印刷用のファイルを保存しました。') },
  );
  const days = new URLSearchParams({ ...(from && { from }), ...(to && { to }) });
  return (
    <form
      // Resets when the back button brings other values.
      key={`${from} ${to} ${number}`}
      className="flex basis-full flex-wrap items-end gap-x-3 gap-y-2 py-1"
      onSubmit={(event) => {
        event.preventDefault();
        const formData = new FormData(event.currentTarget);
        const fieldText = (name: string) => String(formData.get(name) ?? '').trim();
        onNarrow({ from: fieldText('from'), to: fieldText('to'), number: fieldText('number') });
      }}
    >
      <DayInput name="from" label="取引の日（から）" value={from} />
      <DayInput name="to" label="取引の日（まで）" value={to} />
      <label className="block text-sm font-bold max-narrow:grow">
        台帳の番号
        <input
          name="number"
          autoComplete="off"
          maxLength={14}
          pattern="\d{4}-\d{6,9}"
          title="2026-000123のような番号"
          defaultValue={number}
          className="control mt-1 block"
        />
      </label>
      <Button type="submit" variant="outline" size="small" className="mb-0.5">
        絞り込む
      </Button>
      {(from || to || number || application) && (
        <Button
          variant="quiet"
          size="small"
          className="mb-0.5"
          onClick={() => onNarrow({ from: '', to: '', number: '', application: '' })}
        >
          絞り込みを外す
        </Button>
      )}
      <Button
        variant="outline"
        size="small"
        className="mb-0.5"
        isBusy={printing.isPending}
        onClick={() => printing.send(days.size > 0 ? `?${days}` : '')}
      >
        {days.size > 0 ? 'この期間を印刷する' : 'すべて印刷する'}
      </Button>
      <SubmitError message={printing.message} />
    </form>
  );
}

const DayInput = ({ name, label, value }: { name: string; label: string; value: string }) => (
  <label className="block text-sm font-bold max-narrow:grow">
    {label}
    <input type="date" name={name} defaultValue={value} className="control mt-1 block" />
  </label>
);
