import type { Filters } from '#kit/lists/list-place.ts';
import { Button } from '#kit/ui/button.tsx';

/** Filters the audit log by day and by record; the names in the list filter by person. */
export function AuditFilters({
  filters,
  onNarrow,
}: {
  filters: Filters;
  onNarrow: (changed: Filters) => void;
}) {
  const { day = '', subject = '', actor } = filters;
  return (
    <form
      // Resets when the back button brings other values.
      key={`${day} ${subject}`}
      className="flex basis-full flex-wrap items-end gap-x-3 gap-y-2 py-1"
      onSubmit={(event) => {
        event.preventDefault();
        const formData = new FormData(event.currentTarget);
        onNarrow({
          day: String(formData.get('day') ?? ''),
          subject: String(formData.get('subject') ?? '').trim(),
        });
      }}
    >
      <label className="block text-sm font-bold max-narrow:grow">
        日付
        <input type="date" name="day" defaultValue={day} className="control mt-1 block" />
      </label>
      <label className="block text-sm font-bold max-narrow:grow">
        記録の番号
        <input
          name="subject"
          autoComplete="off"
          maxLength={100}
          defaultValue={subject}
          className="control mt-1 block"
        />
      </label>
      <Button type="submit" variant="outline" size="small" className="mb-0.5">
        絞り込む
      </Button>
      {(day || subject || actor) && (
        <Button
          variant="quiet"
          size="small"
          className="mb-0.5"
          onClick={() => onNarrow({ day: '', subject: '', actor: '' })}
        >
          {actor ? '人・日付・番号の絞り込みを外す' : '日付・番号の絞り込みを外す'}
        </Button>
      )}
    </form>
  );
}
