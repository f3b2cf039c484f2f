import { useState } from 'react';
import { addressOf } from '#kit/client/send.ts';
import { ReasonDialog } from '#kit/lists/steps/reason-dialog.tsx';
import { Button } from '#kit/ui/button.tsx';
import type { RunProps } from './run-props.ts';

const openStates: readonly string[] = ['draft', 'approved', 'filed'];

/** Gives a run up before it is with the bank. */
export function DropRun({ detail, mayManage, onChanged, onReload }: RunProps) {
  const [isOpen, setOpen] = useState(false);
  const { run, waiting, files } = detail;
  if (!mayManage || waiting || !openStates.includes(run.state)) return null;
  return (
    <>
      <Button variant="outline" size="small" onClick={() => setOpen(true)}>
        送金を取りやめる
      </Button>
      <ReasonDialog
        title={`送金 ${run.number}を取りやめますか？`}
        path={addressOf('POST /api/office/remittance-runs/:runId/drop', {
          params: { runId: run.id },
        })}
        more={{ version: run.version }}
        action="取りやめる"
        done="送金を取りやめました。"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onDone={onChanged}
        onReload={onReload}
      >
        <p>含まれている分は、すべて次の送金に入ります。あとから元には戻せません。</p>
        {files.length > 0 && (
          <p>
            <b>作成したファイルは、銀行に渡さないでください。</b>
            渡しているときは、先に銀行での依頼を取り消してください。
          </p>
        )}
      </ReasonDialog>
    </>
  );
}
