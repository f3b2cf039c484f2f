import { useState } from 'react';
import type { List } from '#kit/lists/use-list.ts';
import { Button } from '#kit/ui/button.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { formatYen } from '#kit/values/yen.ts';
import { selectionOf, yenWords } from '#money/remittances/admin/amounts.ts';
import { mostConfirmedAtOnce, type Remittance } from '#money/remittances/run.ts';
import { ConfirmForm } from './confirm-form.tsx';
import type { RunProps } from './run-props.ts';

/** Confirms what is ticked of a run, where not all of it arrived on one day. Stays at the lower edge. */
export function ConfirmBar({ list, ...props }: RunProps & { list: List<Remittance> }) {
  const [isOpen, setOpen] = useState(false);
  const { rows, clear } = list.ticks;
  if (rows.length === 0) return null;
  const { ids, amountYen, others, isTooMany } = selectionOf(rows);
  return (
    <section
      aria-label="選んだ送金"
      className="sticky bottom-3 z-20 mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border-2 border-ink bg-paper px-4 py-2.5 shadow-float"
    >
      <p role="status">
        <b>
          <span className="figures text-xl">{formatYen(ids.length)}</span>団体を選択中
        </b>
        <span className="ml-2 text-sm text-ink-2">
          {yenWords(amountYen)}
          {others > 0 && `・送金中ではない${formatYen(others)}団体を除く`}
        </span>
      </p>
      {isTooMany ? (
        <p className="text-sm text-error">
          一度に選べるのは{formatYen(mostConfirmedAtOnce)}団体までです。選択を減らしてください。
        </p>
      ) : (
        ids.length > 0 && (
          <Button size="small" onClick={() => setOpen(true)}>
            着金を記録する
          </Button>
        )
      )}
      <button
        type="button"
        className="ml-auto min-h-11 px-2 text-sm text-ink-2 underline underline-offset-4"
        onClick={clear}
      >
        選択を外す
      </button>
      <Dialog
        isOpen={isOpen}
        title={`選んだ${formatYen(ids.length)}団体の着金を記録しますか？`}
        onClose={() => setOpen(false)}
      >
        <p className="mb-4">合計{yenWords(amountYen)}です。</p>
        <ConfirmForm
          {...props}
          which={ids}
          onReload={() => {
            setOpen(false);
            props.onReload();
          }}
        />
      </Dialog>
    </section>
  );
}
