import type { Acceptance } from '#giving/acceptance/acceptance.ts';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import type { FormFields } from '#kit/forms/use-form.ts';
import { Button } from '#kit/ui/button.tsx';

const path = 'closedDays';

/** The operator's own non-shipping days, each with its reason. */
export function ClosedDays({ form }: { form: FormFields }) {
  const days = (form.valueAt(path) ?? []) as Acceptance['closedDays'];
  const change = (changed: Acceptance['closedDays']) => form.setValue(path, changed);
  return (
    <fieldset className="min-w-0">
      <legend className="font-bold">休業日</legend>
      <p className="text-sm text-ink-2">年末年始など、箱を発送しない日です。</p>
      <ul className="mt-2 space-y-4">
        {days.map((_, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place, as its fields' paths are.
            key={index}
            className="grid items-end gap-3 narrow:grid-cols-[12rem_1fr_auto]"
          >
            <TextField
              form={form}
              path={`${path}.${index}.day`}
              type="date"
              label="日付"
              required
            />
            <TextField
              form={form}
              path={`${path}.${index}.reason`}
              label="理由"
              required
              maxLength={50}
            />
            <Button
              variant="quiet"
              size="small"
              aria-label={`${index + 1}つめの休業日を取り除く`}
              onClick={() => change(days.toSpliced(index, 1))}
            >
              取り除く
            </Button>
          </li>
        ))}
      </ul>
      <p className="mt-3">
        <Button
          variant="outline"
          size="small"
          onClick={() => change([...days, { day: '', reason: days.at(-1)?.reason ?? '' }])}
        >
          休業日を加える
        </Button>
      </p>
    </fieldset>
  );
}
