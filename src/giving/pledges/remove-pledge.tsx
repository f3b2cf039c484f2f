import { useState } from 'react';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { reloadSession } from '#people/session/session.ts';
import { removePledge, type VersionedPledge } from './own-pledge.ts';

/** Deletes a pledge after a confirmation. */
export function RemovePledge({ pledge, onDone }: { pledge: VersionedPledge; onDone: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const submission = useSubmission(removePledge, {
    async onDone() {
      setOpen(false);
      await reloadSession();
      onDone();
    },
  });
  return (
    <>
      <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
        <Icon name="trash" className="size-4.5" />
        この#mypledgeを削除する
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="#mypledgeを削除しますか？"
        actions={
          <>
            <Button variant="outline" onClick={() => setOpen(false)}>
              削除しない
            </Button>
            <Button isBusy={submission.isPending} onClick={() => submission.send(pledge)}>
              削除する
            </Button>
          </>
        }
      >
        <div className="space-y-4">
          <p>
            本文と写真、団体からのお返事が消え、元に戻せません。
            {pledge.pledge.state === 'withheld'
              ? '運営者が公開の停止を解くまで、この寄付の#mypledgeを新しく書くこともできません。'
              : '見えなくするだけなら、「非公開にする」をお選びください。'}
          </p>
          <SubmitError message={submission.message} />
        </div>
      </Dialog>
    </>
  );
}
