import type { List } from '#app/admin/use-list.ts';
import { Button } from '#app/ui/button.tsx';
import { mostConfirmedAtOnce, type Remittance } from '#domain/remittances/run.ts';
import { formatYen } from '#domain/values/yen.ts';
import { selectionOf, yenWords } from './amounts.ts';
import { ConfirmForm } from './confirm-form.tsx';
import type { RunProps } from './run-props.ts';

/** Confirms what is ticked of a run, where not all of it arrived on one day. */
export function ConfirmBar({ list, ...props }: RunProps & { list: List<Remittance> }) {
  const { rows, clear } = list.ticks;
  if (rows.length === 0) return null;
  const { ids, amountYen, others, isTooMany } = selectionOf(rows);
  return (
    <section
      aria-label="選んだ送金"
      className="sticky bottom-0 z-10 -mx-2 mt-3 grid gap-3 rounded-xl border-2 border-coral bg-paper p-4"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p role="status" className="font-bold">
          選んだ送金中の{formatYen(ids.length)}団体、合計{yenWords(amountYen)}
        </p>
        <Button variant="quiet" size="small" onClick={clear}>
          選択を外す
        </Button>
      </div>
      {others > 0 && (
        <p className="text-sm">送金中ではない{formatYen(others)}団体は、そのままにします。</p>
      )}
      {isTooMany ? (
        <p role="status" className="text-sm font-bold text-error">
          一度に選べるのは{formatYen(mostConfirmedAtOnce)}団体までです。
        </p>
      ) : (
        ids.length > 0 && <ConfirmForm {...props} which={ids} />
      )}
    </section>
  );
}
