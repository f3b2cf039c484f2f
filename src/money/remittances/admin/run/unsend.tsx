import { useState } from 'react';
import { addressOf } from '#kit/client/send.ts';
import { ReasonDialog } from '#kit/lists/steps/reason-dialog.tsx';
import { Button } from '#kit/ui/button.tsx';
import type { RunProps } from './run-props.ts';

/** Takes the note back that a file went to the bank, as long as nothing of it arrived or came back. */
export function Unsend({ detail: { run, confirming }, onChanged, onReload }: RunProps) {
  const [isOpen, setOpen] = useState(false);
  if (run.confirmed + run.returned + confirming > 0) return null;
  return (
    <div>
      <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
        銀行に渡した記録を取り消す
      </Button>
      <ReasonDialog
        title="銀行に渡した記録を取り消しますか？"
        path={addressOf('POST /api/office/remittance-runs/:runId/unsend', {
          params: { runId: run.id },
        })}
        more={{ version: run.version }}
        action="記録を取り消す"
        done="「ファイル作成済み」に戻しました。"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onDone={onChanged}
        onReload={onReload}
      >
        <p>
          間違えて記録したときだけ、お使いください。銀行での振込の依頼は、この画面では取り消せません。
        </p>
      </ReasonDialog>
    </div>
  );
}
